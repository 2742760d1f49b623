import { useMemo, useSyncExternalStore } from 'react';

import type { Manner } from './chart-options';

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

/** How drawings look and move on this device; another one when the person changes that. */
export function useManner(drawMs: number): Manner {
  const isDark = useMatches('(prefers-color-scheme: dark)');
  const isStill = useMatches('(prefers-reduced-motion: reduce)');
  return useMemo(
    // The tokens' values are others in the dark.
    () => ({ colour, drawMs: isStill ? undefined : drawMs, isDark }),
    [isDark, isStill, drawMs],
  );
}
