import {
  answersCache,
  feedAddress,
  PROFILE_ADDRESS,
  SEEN_CACHES,
  SEEN_HEADER,
} from '@kickoff/contracts';
import { useSyncExternalStore } from 'react';

const KEPT = new Set([feedAddress('everyone'), feedAddress('following'), PROFILE_ADDRESS]);

const listeners = new Set<() => void>();
let showsSeen = false;
/** How often all was taken away. */
let timesForgotten = 0;

/** Takes note of where an answer came from, and keeps those that a fan may read offline. */
export function noteAnswer(path: string, answer: Response, token: string | null): void {
  const isSeen = answer.headers.has(SEEN_HEADER);
  if (isSeen !== showsSeen) {
    showsSeen = isSeen;
    for (const listener of listeners) listener();
  }
  // Browsers have no caches for pages on plain http, but for those of the own machine.
  if (isSeen || token === null || !KEPT.has(path) || !('caches' in window)) return;
  const copy = answer.clone();
  const before = timesForgotten;
  const keep = async () => {
    const name = answersCache(token);
    await (await caches.open(name)).put(path, copy);
    // The session ended meanwhile, and what it left was gone before this came.
    if (timesForgotten !== before) await caches.delete(name);
  };
  // A full device keeps nothing, and nobody misses it while there is a connection.
  keep().catch(() => undefined);
}

/** Takes away all that a session has left on this device. */
export function forgetSeen(): void {
  if (!('caches' in window)) return;
  timesForgotten += 1;
  // Pictures that the worker is about to keep.
  if ('serviceWorker' in navigator) navigator.serviceWorker.controller?.postMessage('forget-seen');
  const forget = async () => {
    const names = await caches.keys();
    const seen = names.filter((name) => name.startsWith(SEEN_CACHES));
    await Promise.all(seen.map((name) => caches.delete(name)));
  };
  forget().catch(() => undefined);
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

/** Whether there is no connection, as far as anybody can tell. */
export function isOffline(): boolean {
  return showsSeen || !navigator.onLine;
}

/** The same, kept up to date: what is shown may be what was there last time. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribe, isOffline);
}
