import {
  offlineCacheName,
  feedAddress,
  PROFILE_ADDRESS,
  OFFLINE_CACHE_PREFIX,
  FROM_CACHE_HEADER,
} from '@kickoff/contracts';
import { useSyncExternalStore } from 'react';

const CACHED_ADDRESSES = new Set([
  feedAddress('everyone'),
  feedAddress('following'),
  PROFILE_ADDRESS,
]);

const listeners = new Set<() => void>();
let showsCached = false;
/** Counts how often the cache was cleared. */
let clearCount = 0;

/** Notes whether a response came from the offline cache, and stores those readable offline. */
export function cacheResponse(path: string, response: Response, token: string | null): void {
  const isCached = response.headers.has(FROM_CACHE_HEADER);
  if (isCached !== showsCached) {
    showsCached = isCached;
    for (const listener of listeners) listener();
  }
  // `caches` exists only on https and localhost.
  if (isCached || token === null || !CACHED_ADDRESSES.has(path) || !('caches' in window)) return;
  const copy = response.clone();
  const before = clearCount;
  const store = async () => {
    const name = offlineCacheName(token);
    await (await caches.open(name)).put(path, copy);
    // The session ended while this response was stored: remove it again.
    if (clearCount !== before) await caches.delete(name);
  };
  // A full device stores nothing, which matters only offline.
  store().catch(() => undefined);
}

/** Removes all that a session has cached on this device. */
export function clearOfflineCache(): void {
  if (!('caches' in window)) return;
  clearCount += 1;
  // Pictures that the service worker is about to store.
  if ('serviceWorker' in navigator) navigator.serviceWorker.controller?.postMessage('forget-seen');
  const removeAll = async () => {
    const names = await caches.keys();
    const seen = names.filter((name) => name.startsWith(OFFLINE_CACHE_PREFIX));
    await Promise.all(seen.map((name) => caches.delete(name)));
  };
  removeAll().catch(() => undefined);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Returns whether there is no connection, as far as the browser can tell. */
export function isOffline(): boolean {
  return showsCached || !navigator.onLine;
}

/** Subscribes to `isOffline`. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribe, isOffline);
}
