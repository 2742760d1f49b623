import type { FanSettings } from '@kickoff/contracts';

type Theme = FanSettings['theme'];

const KEY = 'kickoff:theme';

/** The theme that was worn last on this device. */
export function keptTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** Shows the pages in a theme, and keeps it on this device for the first moment of the next load. */
export function wearTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem(KEY);
    delete document.documentElement.dataset['theme'];
  } else {
    localStorage.setItem(KEY, theme);
    document.documentElement.dataset['theme'] = theme;
  }
}
