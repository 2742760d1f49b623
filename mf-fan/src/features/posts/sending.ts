import { NETWORK_FAILURE } from '@kickoff/contracts';
import { CallFailure } from '@kickoff/web';

/**
 * What to say when something written could not be sent. The server refuses a
 * key that came with another content: an earlier version has arrived, and the
 * draft now stands for another thing.
 */
export function sendingFault(failure: unknown, what: string, renewKey: () => void): string {
  if (failure instanceof CallFailure && failure.status === 409) {
    renewKey();
    return `An earlier version of this ${what} has already been published. Send again to publish this one too.`;
  }
  return failure instanceof Error ? failure.message : NETWORK_FAILURE;
}
