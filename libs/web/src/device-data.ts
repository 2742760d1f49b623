import { FEED_COOKIE } from '@kickoff/contracts';

import type { Audience } from './audience';
import { forgetOrphanedFiles } from './drafts/draft-files';
import { adminOwner, allDraftNames, isAdminOwner, ownerIn } from './drafts/draft-names';
import { draftNamed } from './drafts/kept-drafts';
import { forgetPicks, forgetStalePicks } from './recent-picks';
import { forgetReloadMemory } from './reload-memory';
import { claimsOf } from './token-claims';

/** Under whose name this device keeps what a session's person writes; undefined for a token that is none of ours. */
export function ownerOf(audience: Audience, token: string): string | undefined {
  const { sub } = claimsOf(token);
  if (typeof sub !== 'string') return undefined;
  return audience === 'admin' ? adminOwner(sub) : sub;
}

const isOf = (audience: Audience) => (owner: string) =>
  isAdminOwner(owner) === (audience === 'admin');

/** Whether this device keeps words or files that have not been sent. */
export function hasUnsent(audience: Audience): boolean {
  const isTheirs = isOf(audience);
  return allDraftNames().some((name) => isTheirs(ownerIn(name)) && draftNamed(name));
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

/** Takes from this device all that people of an audience wrote, chose and used on it, but an owner's. */
export function forgetOthers(audience: Audience, owner?: string): void {
  const isTheirs = isOf(audience);
  forget((other) => isTheirs(other) && other !== owner);
}

/** Takes from this device what one fan wrote and used on it. */
export function forgetFan(fanId: string): void {
  forget((owner) => owner === fanId);
}

/** Takes from this device what a session leaves at its end. */
export function forgetDeviceData(audience: Audience): void {
  forgetOthers(audience);
  if (audience !== 'fan') return;
  document.cookie = `${FEED_COOKIE}=; path=/; max-age=0; samesite=lax`;
  forgetReloadMemory();
}

/** Takes from this device what has expired or belongs to nothing any more. */
export function sweepDeviceData(): void {
  for (const name of allDraftNames()) if (!draftNamed(name)) localStorage.removeItem(name);
  forgetStalePicks();
  void forgetOrphanedFiles();
}
