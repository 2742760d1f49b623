import { raiseToast } from '@kickoff/web';

/** What went wrong, as a sentence for the person. */
export function sentenceOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}

/** Says in a message that stays until it is dismissed that something was not done. */
export function tellFailure(failure: unknown): void {
  raiseToast({ kind: 'error', text: sentenceOf(failure) });
}
