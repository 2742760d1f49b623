import { useSyncExternalStore } from 'react';

// Where the side columns give way to rails (design, part 6).
const NARROW = '(max-width: 959px)';

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(NARROW);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Whether the screen has no room for columns beside the sheet, kept up to date. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches);
}
