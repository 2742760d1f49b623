import { useMemo, useSyncExternalStore } from 'react';

import type { ChartTheme } from './chart-options';

function useMatches(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

const colour = (token: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(token).trim();

/** Returns the chart theme of this device, and a new one when the person changes the settings. */
export function useChartTheme(drawMs: number): ChartTheme {
  const isDark = useMatches('(prefers-color-scheme: dark)');
  const isStill = useMatches('(prefers-reduced-motion: reduce)');
  return useMemo(
    // Dark mode has other values for the tokens.
    () => ({ colour, drawMs: isStill ? undefined : drawMs, isDark }),
    [isDark, isStill, drawMs],
  );
}
