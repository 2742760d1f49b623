import { addressOf, goTo } from './addresses';
import { callApi } from './api';
import type { Audience } from './audience';
import { forgetDeviceData, hasUnsent } from './device-data';
import { LOG_OUT_QUESTION } from './log-out-question';
import { hasPendingDeletions, sendAllDeletions } from './pending-deletions';
import { forgetSession, sessionToken } from './session';

const CALLS = { fan: '/api/auth/logout', admin: '/api/admin/logout' } as const;

/**
 * Ends a session for the server and in all tabs, takes from this device what
 * the person wrote and used, and leaves to the landing page. Deletions that
 * wait for their undo period are sent first.
 */
export function endSession(audience: Audience): void {
  const token = sessionToken(audience);
  if (token !== null) void endOnServer(audience, token);
  goTo(addressOf('Landing'));
  forgetSession(audience);
  forgetDeviceData(audience, token ?? '');
}

async function endOnServer(audience: Audience, token: string): Promise<void> {
  // The server refuses what comes after the end of the session.
  if (audience === 'fan' && hasPendingDeletions()) await sendAllDeletions();
  // Whatever comes of the call, this device forgets the session.
  await callApi(CALLS[audience], { method: 'POST', as: audience, token, keepalive: true }).catch(
    () => undefined,
  );
}

/** Lets the layout of the page ask before a logout loses something; false where nothing of it listens. */
function askBeforeLogOut(audience: Audience): boolean {
  const question = new CustomEvent(LOG_OUT_QUESTION, { detail: audience, cancelable: true });
  return !window.dispatchEvent(question);
}

/** Ends a session; where something unsent would be lost, the layout of the page asks first. */
export function endSessionOrAsk(audience: Audience): void {
  const isAsked = hasUnsent(audience, sessionToken(audience) ?? '') && askBeforeLogOut(audience);
  if (!isAsked) endSession(audience);
}
