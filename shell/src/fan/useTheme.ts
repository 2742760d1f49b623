import { keptTheme, wearTheme } from '@kickoff/web';
import { useLayoutEffect } from 'react';

/** Applies the fan's theme; until the profile has loaded, the one last used on this device. */
export function useTheme(theme = keptTheme()): void {
  useLayoutEffect(() => wearTheme(theme), [theme]);
  // Pages before login follow the system's theme, as does the next fan until their profile loads.
  useLayoutEffect(() => () => wearTheme('system'), []);
}
