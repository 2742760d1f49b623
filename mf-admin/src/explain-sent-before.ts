import { CallFailure } from '@kickoff/web';

/**
 * Returns a handler of a failed write. The server rejects an idempotency key reused with other
 * content: an earlier version has arrived, so the draft gets a new key.
 *
 * @param sentBefore the text for that case
 */
export function explainSentBefore(sentBefore: string, renewKey: () => void) {
  return (failure: unknown): never => {
    if (!(failure instanceof CallFailure) || failure.status !== 409) throw failure;
    renewKey();
    throw new Error(sentBefore, { cause: failure });
  };
}
