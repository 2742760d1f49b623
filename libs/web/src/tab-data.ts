import { forgetEndedDrafts } from './drafts/draft-names';
import { RELOAD_PREFIX } from './reload-memory';

function removeTabData(): void {
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith(RELOAD_PREFIX)) sessionStorage.removeItem(name);
  }
  forgetEndedDrafts();
}

/**
 * Removes from this tab's own storage the lists that its fan read and the ids
 * of drafts that this device has no more, now and once more when the pages of the session have
 * gone from the screen: a list stores its position when it unmounts.
 */
export function forgetTabData(): void {
  removeTabData();
  setTimeout(removeTabData);
}
