import { useEffect } from 'react';
import { useEffectEvent } from 'use-effect-event';

import type { Audience } from './audience';

/** The name of the event that lets the layout of a page ask before a logout. */
export const LOG_OUT_QUESTION = 'kickoff:log-out';

declare global {
  interface WindowEventMap {
    'kickoff:log-out': CustomEvent<Audience>;
  }
}

/** Calls `ask` where a logout would lose something unsent; it then decides about `endSession`. */
export function useLogOutQuestion(audience: Audience, ask: () => void): void {
  const onQuestion = useEffectEvent((event: CustomEvent<Audience>) => {
    if (event.detail !== audience) return;
    event.preventDefault();
    ask();
  });
  useEffect(() => {
    window.addEventListener(LOG_OUT_QUESTION, onQuestion);
    return () => window.removeEventListener(LOG_OUT_QUESTION, onQuestion);
  }, []);
}
