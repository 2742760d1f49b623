import { useSyncExternalStore } from 'react';

// Below this width the side columns are replaced by rails (design, part 6).
const NARROW = '(max-width: 959px)';

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(NARROW);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Returns whether the screen is too narrow for side columns, and re-renders when it changes. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches);
}
