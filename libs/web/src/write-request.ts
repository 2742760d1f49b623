import { useEffect } from 'react';
import { useEffectEvent } from 'use-effect-event';

import { addressOf, goTo } from './addresses';

const REQUEST = 'kickoff:write';
let isWaiting = false;

/** Leads to the place where posts are written, from wherever the fan is. */
export function askToWrite(): void {
  isWaiting = true;
  goTo(addressOf('Home'));
  window.dispatchEvent(new Event(REQUEST));
}

/** Hears that the fan wants to write, also when it was said before the place was there. */
export function useWriteRequest(open: () => void): void {
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
