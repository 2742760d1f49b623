import { addressOf, goTo } from './addresses';
import { callApi } from './api';
import { forgetDeviceData } from './device-data';
import { forgetSession, type Audience } from './session';

const CALLS = { fan: '/api/auth/logout', admin: '/api/admin/logout' } as const;

/**
 * Ends a session for the server and in all tabs, takes from this device what
 * the person wrote and used, and leaves to the landing page.
 */
export function logOut(audience: Audience): void {
  // Whatever comes of the call, this device forgets the session.
  callApi(CALLS[audience], { method: 'POST', as: audience }).catch(() => undefined);
  goTo(addressOf('Landing'));
  forgetSession(audience);
  forgetDeviceData(audience);
}
