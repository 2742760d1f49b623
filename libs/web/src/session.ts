import { useSyncExternalStore } from 'react';

import type { Audience } from './audience';
import { loadDeviceData } from './load-device-data';
import { clearOfflineCache } from './offline-cache';

export type { Audience } from './audience';

/** The storage keys are part of the contract (API.md §2). */
const KEYS: Record<Audience, string> = { fan: 'AuthToken', admin: 'AdminToken' };

const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

/** Returns the stored token of an audience; null without a session. */
export function sessionToken(audience: Audience): string | null {
  return localStorage.getItem(KEYS[audience]);
}

/**
 * Stores the token of a login and removes other fans' data from this device. Admins' drafts stay
 * for their 14 days, because admin sessions expire while the admin is away.
 */
export function startSession(audience: Audience, token: string): void {
  localStorage.setItem(KEYS[audience], token);
  if (audience === 'fan') {
    clearOfflineCache();
    // If it cannot be loaded, the next login tries again; nobody is shown another fan's data.
    loadDeviceData().then(
      ({ forgetOtherFans }) => forgetOtherFans(token),
      () => undefined,
    );
  }
  notify();
}

/** Ends a session on this device; with `token`, only if it is still that one. */
export function forgetSession(audience: Audience, token?: string): void {
  if (token !== undefined && token !== sessionToken(audience)) return;
  localStorage.removeItem(KEYS[audience]);
  // Also of admins: the service worker caches pictures without knowing who sees them.
  clearOfflineCache();
  notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // `storage` fires for changes of other tabs only: a logout there ends the session here.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Subscribes to the token of an audience across all tabs; null without a session. */
export function useSession(audience: Audience): string | null {
  return useSyncExternalStore(
    subscribe,
    () => sessionToken(audience),
    () => null,
  );
}
