import { ownName } from './drafts/draft-names';
import { RELOAD_PREFIX } from './reload-memory';

/** Whether a name of this tab's storage stands for a draft that this device does not store any more. */
function isOfEndedDraft(name: string): boolean {
  const id = sessionStorage.getItem(name) ?? '';
  return name.startsWith(ownName('')) && localStorage.getItem(`${name}:${id}`) === null;
}

function removeTabData(): void {
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith(RELOAD_PREFIX) || isOfEndedDraft(name)) sessionStorage.removeItem(name);
  }
}

/**
 * Removes from this tab's own storage the lists that its fan read and the ids of
 * drafts that have ended, now and once more when the pages of the session have
 * gone from the screen: a list stores its position when it unmounts.
 */
export function forgetTabData(): void {
  removeTabData();
  setTimeout(removeTabData);
}
