import { FEED_COOKIE } from '@kickoff/contracts';

import type { Audience } from './audience';
import { forgetOrphanedFiles } from './drafts/draft-files';
import { allDraftNames, isAdminOwner, ownerIn } from './drafts/draft-names';
import { draftNamed } from './drafts/kept-drafts';
import { ownerOf } from './owner-of';
import { forgetPicks, forgetStalePicks } from './recent-picks';
import { forgetTabData } from './tab-data';

/** Whose things the end of a session removes: its person's, or all of its audience where it names nobody. */
function leftBy(audience: Audience, token: string): (owner: string) => boolean {
  const ended = ownerOf(audience, token);
  return ended === undefined
    ? (owner) => isAdminOwner(owner) === (audience === 'admin')
    : (owner) => owner === ended;
}

/** Whether the end of a session would remove words or files that have not been sent. */
export function hasUnsent(audience: Audience, token: string): boolean {
  const isLost = leftBy(audience, token);
  return allDraftNames().some((name) => isLost(ownerIn(name)) && draftNamed(name));
}

function forget(isTheirs: (owner: string) => boolean): void {
  for (const key of allDraftNames()) {
    if (!isTheirs(ownerIn(key))) continue;
    localStorage.removeItem(key);
    // An open field of this tab is emptied the way those of other tabs are.
    window.dispatchEvent(new StorageEvent('storage', { key }));
  }
  forgetPicks(isTheirs);
  void forgetOrphanedFiles();
}

/** Takes from this device what other fans than the one of a token wrote and used on it. */
export function forgetOtherFans(token: string): void {
  const owner = ownerOf('fan', token);
  forget((other) => !isAdminOwner(other) && other !== owner);
  forgetTabData();
}

/** Takes from this device what one fan wrote and used on it. */
export function forgetFan(fanId: string): void {
  forget((owner) => owner === fanId);
}

/** Takes from this device what a session leaves at its end. */
export function forgetDeviceData(audience: Audience, token: string): void {
  forget(leftBy(audience, token));
  if (audience !== 'fan') return;
  document.cookie = `${FEED_COOKIE}=; path=/; max-age=0; samesite=lax`;
  forgetTabData();
}

/** Takes from this device what has expired or belongs to nothing any more. */
export function sweepDeviceData(): void {
  for (const name of allDraftNames()) if (!draftNamed(name)) localStorage.removeItem(name);
  forgetStalePicks();
  void forgetOrphanedFiles();
}
