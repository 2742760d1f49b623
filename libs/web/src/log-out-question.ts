import { useEffect } from 'react';
import { useEffectEvent } from 'use-effect-event';

import type { Audience } from './audience';

const QUESTION = 'kickoff:log-out';

declare global {
  interface WindowEventMap {
    'kickoff:log-out': CustomEvent<Audience>;
  }
}

/** Lets the layout of the page ask before a logout loses something; false where nothing of it listens. */
export function askBeforeLogOut(audience: Audience): boolean {
  const question = new CustomEvent(QUESTION, { detail: audience, cancelable: true });
  return !window.dispatchEvent(question);
}

/** Calls `ask` where a logout would lose something unsent; it then decides about `endSession`. */
export function useLogOutQuestion(audience: Audience, ask: () => void): void {
  const onQuestion = useEffectEvent((event: CustomEvent<Audience>) => {
    if (event.detail !== audience) return;
    event.preventDefault();
    ask();
  });
  useEffect(() => {
    window.addEventListener(QUESTION, onQuestion);
    return () => window.removeEventListener(QUESTION, onQuestion);
  }, []);
}
