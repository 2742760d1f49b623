import { type Theme, THEME_COOKIE, themeNamed } from '@kickoff/contracts';

const YEAR_S = 31_536_000;

/** The theme last used on this device. */
export function keptTheme(): Theme {
  return themeNamed(new RegExp(`(?:^|; )${THEME_COOKIE}=([^;]*)`).exec(document.cookie)?.[1]);
}

/** Applies a theme and stores it on this device for the next page load. */
export function wearTheme(theme: Theme): void {
  const age = theme === 'system' ? 0 : YEAR_S;
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${age}; samesite=lax`;
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
