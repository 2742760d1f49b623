import { ownerOf } from './owner-of';
import { sessionToken } from './session';
import { forgetTabData } from './tab-data';

const presentFan = () => ownerOf('fan', sessionToken('fan') ?? '');

/** Removes this tab's data when another tab ends or replaces the fan's session. */
export function forgetTabDataWithSession(): void {
  let fan = presentFan();
  if (fan === undefined) forgetTabData();
  // `storage` fires for changes of other tabs only.
  window.addEventListener('storage', () => {
    const now = presentFan();
    if (now !== fan) forgetTabData();
    fan = now;
  });
}
