import { tabDraftKey } from './drafts/draft-keys';
import { RELOAD_PREFIX } from './session-storage';

/**
 * Returns whether a key of sessionStorage belongs to a draft that is no longer stored on this
 * device.
 */
function isOfEndedDraft(name: string): boolean {
  const id = sessionStorage.getItem(name) ?? '';
  return name.startsWith(tabDraftKey('')) && localStorage.getItem(`${name}:${id}`) === null;
}

function removeTabData(): void {
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith(RELOAD_PREFIX) || isOfEndedDraft(name)) sessionStorage.removeItem(name);
  }
}

/**
 * Removes stored lists and the ids of ended drafts from sessionStorage. Runs again after the
 * session's pages have unmounted, because a list stores its position then.
 */
export function forgetTabData(): void {
  removeTabData();
  setTimeout(removeTabData);
}
