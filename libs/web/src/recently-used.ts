import { ownerOf } from './owner-of';
import { readRecentlyUsed, storeRecentlyUsed } from './recently-used-storage';
import { sessionToken } from './session';

/** Owner for a session without an id. */
const NOBODY = 'nobody';

const presentFan = () => ownerOf('fan', sessionToken('fan') ?? '') ?? NOBODY;

/** Returns what the signed-in fan used last on this device, newest first. */
export function recentlyUsed(of: string): string[] {
  return readRecentlyUsed(presentFan(), of);
}

/** Puts an item before all others of the signed-in fan. */
export function addRecentlyUsed(of: string, pick: string): void {
  storeRecentlyUsed(presentFan(), of, pick);
}
