import { useEffect, useEffectEvent } from 'react';

import type { Audience } from './audience';

/** Event that lets the page's layout ask for confirmation before a logout. */
export const LOG_OUT_QUESTION = 'kickoff:log-out';

declare global {
  interface WindowEventMap {
    'kickoff:log-out': CustomEvent<Audience>;
  }
}

/** Calls `ask` when a logout would lose unsent data; `ask` then decides about `endSession`. */
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
