import { errorMessage } from '@kickoff/ui';
import { raiseToast } from '@kickoff/web';

/** By action: removes its error toast. */
const shown = new Map<string, () => void>();

/** Removes the error toast of an action, when it is attempted again. */
export function clearError(action: string): void {
  shown.get(action)?.();
  shown.delete(action);
}

/**
 * Returns a handler that shows why an action failed, an error or a text, until it is dismissed or
 * attempted again.
 */
export function showError(action: string): (failure: unknown) => void {
  return (failure) => {
    clearError(action);
    shown.set(action, raiseToast({ kind: 'error', text: errorMessage(failure) }));
  };
}
