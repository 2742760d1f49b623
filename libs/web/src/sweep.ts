import { sweepDeviceData } from './device-data';
import { sendLeftDeletions } from './pending-deletions';
import { sessionToken } from './session';

/** Takes from this device what has expired, and sends the deletions that an earlier page could not. */
export function sweep(): void {
  sweepDeviceData();
  if (sessionToken('fan') !== null) void sendLeftDeletions();
}
