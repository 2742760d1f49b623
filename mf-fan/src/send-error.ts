import { errorMessage } from '@kickoff/ui';
import { CallFailure } from '@kickoff/web';

/**
 * Returns the error text of a failed write. The server rejects an idempotency key reused with other
 * content: an earlier version has arrived, so the draft gets a new key.
 *
 * @param sentBefore the text for that case
 */
export function formatSendError(
  failure: unknown,
  sentBefore: string,
  renewKey: () => void,
): string {
  if (failure instanceof CallFailure && failure.status === 409) {
    renewKey();
    return sentBefore;
  }
  return errorMessage(failure);
}
