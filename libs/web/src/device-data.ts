import type { Audience } from './audience';
import { deleteOrphanedFiles } from './drafts/draft-files';
import { listAllDraftKeys, isAdminOwner, parseOwner } from './drafts/draft-keys';
import { readDraft } from './drafts/draft-storage';
import { endPush } from './end-push';
import { clearFeedCookie } from './feed-cookie';
import { ownerOf } from './owner-of';
import { removeRecentlyUsed, removeExpiredRecentlyUsed } from './recently-used-storage';
import { forgetTabData } from './tab-data';

export { applyViewpoint } from './apply-viewpoint';

/**
 * Matches the owners whose data a logout removes: the session's person, or the whole audience
 * without one.
 */
function leftBy(audience: Audience, token: string): (owner: string) => boolean {
  const ended = ownerOf(audience, token);
  return ended === undefined
    ? (owner) => isAdminOwner(owner) === (audience === 'admin')
    : (owner) => owner === ended;
}

/** Returns whether a logout would remove unsent text or files. */
export function hasUnsent(audience: Audience, token: string): boolean {
  const isLost = leftBy(audience, token);
  return listAllDraftKeys().some((name) => isLost(parseOwner(name)) && readDraft(name));
}

function forget(isTheirs: (owner: string) => boolean): void {
  for (const key of listAllDraftKeys()) {
    if (!isTheirs(parseOwner(key))) continue;
    localStorage.removeItem(key);
    // Open fields of this tab are cleared the same way as those of other tabs.
    window.dispatchEvent(new StorageEvent('storage', { key }));
  }
  removeRecentlyUsed(isTheirs);
  void deleteOrphanedFiles();
}

/** Removes the device data of all fans except the token's. */
export function forgetOtherFans(token: string): void {
  const owner = ownerOf('fan', token);
  forget((other) => !isAdminOwner(other) && other !== owner);
  forgetTabData();
}

/** Removes one fan's device data. */
export function forgetFan(fanId: string): void {
  forget((owner) => owner === fanId);
}

/** Removes a session's data from this device. */
export function forgetDeviceData(audience: Audience, token: string): void {
  forget(leftBy(audience, token));
  if (audience !== 'fan') return;
  clearFeedCookie();
  forgetTabData();
  // On failure no message comes either: the server drops the subscription with the session.
  endPush().catch(() => undefined);
}

/** Removes expired and orphaned data from this device. */
export function sweepDeviceData(): void {
  for (const name of listAllDraftKeys()) if (!readDraft(name)) localStorage.removeItem(name);
  removeExpiredRecentlyUsed();
  void deleteOrphanedFiles();
}
