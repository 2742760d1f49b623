import { errorMessage } from '@kickoff/ui';
import { CallFailure } from '@kickoff/web';

/**
 * Returns the error text of a failed write. The server rejects an idempotency key reused with other
 * content: an earlier version has arrived, so the draft gets a new key.
 */
export function formatSendError(failure: unknown, what: string, renewKey: () => void): string {
  if (failure instanceof CallFailure && failure.status === 409) {
    renewKey();
    return `An earlier version of this ${what} has already been published. Send again to publish this one too.`;
  }
  return errorMessage(failure);
}
