import { useSyncExternalStore } from 'react';

// Below this width rails replace the side columns, and the tab bar is shown (design, part 6).
const NARROW = '(max-width: 959px)';

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(NARROW);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Returns whether the screen is narrower than 960 px, and re-renders when it changes. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches);
}
