import { errorMessage } from '@kickoff/ui';
import { raiseToast } from '@kickoff/web';

/** Shows an error toast, which stays until it is dismissed. */
export function showError(failure: unknown): void {
  raiseToast({ kind: 'error', text: errorMessage(failure) });
}
