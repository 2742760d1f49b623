import { useSyncExternalStore } from 'react';

import type { Audience } from './audience';
import { loadDeviceData } from './load-device-data';
import { forgetSeen } from './seen-answers';

export type { Audience } from './audience';

/** The stored keys are part of the contract (API.md §2). */
const KEYS: Record<Audience, string> = { fan: 'AuthToken', admin: 'AdminToken' };

const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** The stored token of an audience; null without a session. */
export function sessionToken(audience: Audience): string | null {
  return localStorage.getItem(KEYS[audience]);
}

/**
 * Keeps the token of a login. What other fans left on this device goes, so that
 * nobody finds their words on it; admins' drafts stay until their 14 days are
 * over, because their sessions end by themselves while they are away.
 */
export function startSession(audience: Audience, token: string): void {
  localStorage.setItem(KEYS[audience], token);
  if (audience === 'fan') {
    forgetSeen();
    // What cannot be loaded now is tried again at the next login; nobody is shown what others wrote.
    loadDeviceData().then(
      ({ forgetOtherFans }) => forgetOtherFans(token),
      () => undefined,
    );
  }
  tell();
}

/** Forgets a session; with `token` only if it is still that one. */
export function forgetSession(audience: Audience, token?: string): void {
  if (token !== undefined && token !== sessionToken(audience)) return;
  localStorage.removeItem(KEYS[audience]);
  if (audience === 'fan') forgetSeen();
  tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Fires for changes of other tabs only: a logout there ends the session here.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The token of an audience, kept up to date over all tabs; null without a session. */
export function useSession(audience: Audience): string | null {
  return useSyncExternalStore(
    subscribe,
    () => sessionToken(audience),
    () => null,
  );
}
