import { addressOf, goTo } from './addresses';
import { callApi } from './api';
import type { Audience } from './audience';
import { forgetDeviceData, hasUnsent } from './device-data';
import { LOG_OUT_QUESTION } from './log-out-question';
import { hasPendingDeletions, sendAllDeletions } from './pending-deletions';
import { forgetSession, sessionToken } from './session';

const CALLS = { fan: '/api/auth/logout', admin: '/api/admin/logout' } as const;

/**
 * Ends a session on the server and in all tabs, removes its data from this device and goes to the
 * landing page. Pending deletions are sent first.
 */
export function endSession(audience: Audience): void {
  const token = sessionToken(audience);
  if (token !== null) void endOnServer(audience, token);
  goTo(addressOf('Landing'));
  forgetSession(audience);
  forgetDeviceData(audience, token ?? '');
}

async function endOnServer(audience: Audience, token: string): Promise<void> {
  // The server rejects requests after the end of the session.
  if (audience === 'fan' && hasPendingDeletions()) await sendAllDeletions();
  // This device drops the session even if the request fails.
  await callApi(CALLS[audience], { method: 'POST', as: audience, token, keepalive: true }).catch(
    () => undefined,
  );
}

/** Lets the page's layout ask before a logout loses data; returns false if none listens. */
function askBeforeLogOut(audience: Audience): boolean {
  const question = new CustomEvent(LOG_OUT_QUESTION, { detail: audience, cancelable: true });
  return !window.dispatchEvent(question);
}

/** Ends a session. The page's layout asks first if unsent data would be lost. */
export function endSessionOrAsk(audience: Audience): void {
  const isAsked = hasUnsent(audience, sessionToken(audience) ?? '') && askBeforeLogOut(audience);
  if (!isAsked) endSession(audience);
}
