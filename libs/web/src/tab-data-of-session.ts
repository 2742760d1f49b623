import { ownerOf } from './owner-of';
import { sessionToken } from './session';
import { forgetTabData } from './tab-data';

const presentFan = () => ownerOf('fan', sessionToken('fan') ?? '');

/** Removes from this tab's own storage what a fan leaves whose session other tabs end or replace. */
export function forgetTabDataWithSession(): void {
  let fan = presentFan();
  if (fan === undefined) forgetTabData();
  // Fires for changes of other tabs only.
  window.addEventListener('storage', () => {
    const now = presentFan();
    if (now !== fan) forgetTabData();
    fan = now;
  });
}
