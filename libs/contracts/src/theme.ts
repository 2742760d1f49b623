/** The looks that a fan can choose: the device's own, or one of ours. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The cookie of the theme, so that the server renders pages in it. */
export const THEME_COOKIE = 'kickoff_theme';

/** The theme of that name; the device's own where there is none. */
export function themeNamed(name: string | undefined): Theme {
  return THEMES.find((theme) => theme === name) ?? 'system';
}
