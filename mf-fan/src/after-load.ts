import { NETWORK_FAILURE } from '@kickoff/contracts';
import { raiseToast } from '@kickoff/web';

/** Removes the error of the last failed load. */
let removeError: (() => void) | undefined;

/** Acts once something has loaded. If the load or the act fails, shows an error until the next one. */
export function afterLoad<Loaded>(load: Promise<Loaded>, act: (loaded: Loaded) => unknown): void {
  removeError?.();
  load.then(act).catch(() => {
    removeError = raiseToast({ kind: 'error', text: NETWORK_FAILURE });
  });
}
