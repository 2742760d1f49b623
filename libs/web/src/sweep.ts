import { sweepDeviceData } from './device-data';
import { sendLeftDeletions } from './pending-deletions';
import { sessionToken } from './session';
import { forgetTabDataWithSession } from './tab-data-of-session';

/**
 * Removes expired data from this device, sends deletions left over by an earlier page, and follows
 * logouts of other tabs.
 */
export function sweep(): void {
  sweepDeviceData();
  forgetTabDataWithSession();
  if (sessionToken('fan') !== null) void sendLeftDeletions();
}
