import { sweepDeviceData } from './device-data';
import { sendLeftDeletions } from './pending-deletions';
import { sessionToken } from './session';
import { forgetTabDataWithSession } from './tab-data-of-session';

/** A page that the back/forward cache restores has missed the sessions that other tabs changed. */
function readSessionsWhenRestored(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.dispatchEvent(new StorageEvent('storage', { key: 'AuthToken' }));
  });
}

/**
 * Removes expired data from this device, sends deletions left over by an earlier page, and follows
 * logins and logouts of other tabs.
 */
export function sweep(): void {
  sweepDeviceData();
  readSessionsWhenRestored();
  forgetTabDataWithSession();
  if (sessionToken('fan') !== null) void sendLeftDeletions();
}
