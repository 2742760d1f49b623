import { ownerOf } from './owner-of';
import { picksOf, storePick } from './recent-picks';
import { sessionToken } from './session';

/** Where a session does not say whose it is. */
const NOBODY = 'nobody';

const presentFan = () => ownerOf('fan', sessionToken('fan') ?? '') ?? NOBODY;

/** What the signed-in fan picked last on this device, newest first. */
export function recentPicks(of: string): string[] {
  return picksOf(presentFan(), of);
}

/** Puts a pick before all others of the signed-in fan. */
export function keepPick(of: string, pick: string): void {
  storePick(presentFan(), of, pick);
}
