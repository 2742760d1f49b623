import { NETWORK_FAILURE } from '@kickoff/contracts';

import type { Audience } from './audience';
import { raiseToast } from './toasts';

/** Loads the end of a session: hardly a visit comes to it. */
export const loadSessionEnd = () => import(/* webpackChunkName: "device-data" */ './session-end');

/** Ends a session; where something unsent would be lost, the layout of the page asks first. */
export async function logOut(audience: Audience): Promise<void> {
  try {
    const { endSessionOrAsk } = await loadSessionEnd();
    endSessionOrAsk(audience);
  } catch {
    raiseToast({ kind: 'error', text: NETWORK_FAILURE });
  }
}
