import { sweepDeviceData } from './device-data';
import { sendLeftDeletions } from './pending-deletions';
import { sessionToken } from './session';
import { forgetTabDataWithSession } from './tab-data-of-session';

/**
 * Takes from this device what has expired, sends the deletions that an earlier
 * page could not, and from now on follows the sessions that other tabs end.
 */
export function sweep(): void {
  sweepDeviceData();
  forgetTabDataWithSession();
  if (sessionToken('fan') !== null) void sendLeftDeletions();
}
