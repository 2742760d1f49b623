import { NETWORK_FAILURE } from '@kickoff/contracts';

import type { Audience } from './audience';
import type * as sessionEnd from './session-end';
import { raiseToast } from './toasts';

/** Loads the logout on demand: few visits need it. */
export const loadSessionEnd = (): Promise<typeof sessionEnd> =>
  import(/* webpackChunkName: "device-data" */ './session-end');

/** Removes the error of the last attempt. */
let removeError: (() => void) | undefined;

/** Ends a session. The page's layout asks first if unsent data would be lost. */
export async function logOut(audience: Audience): Promise<void> {
  removeError?.();
  try {
    const { endSessionOrAsk } = await loadSessionEnd();
    endSessionOrAsk(audience);
  } catch {
    removeError = raiseToast({ kind: 'error', text: NETWORK_FAILURE });
  }
}
