import { useEffect, useEffectEvent } from 'react';

import { addressOf, goTo } from './addresses';

const REQUEST = 'kickoff:write';
let isWaiting = false;

/** Navigates to the home page and opens the post composer. */
export function requestComposer(): void {
  isWaiting = true;
  goTo(addressOf('Home'));
  window.dispatchEvent(new Event(REQUEST));
}

/** Calls `open` for a composer request, also for one made before this component mounted. */
export function useComposerRequest(open: () => void): void {
  const answer = useEffectEvent(() => {
    if (!isWaiting) return;
    isWaiting = false;
    open();
  });
  useEffect(() => {
    answer();
    window.addEventListener(REQUEST, answer);
    return () => window.removeEventListener(REQUEST, answer);
  }, []);
}
