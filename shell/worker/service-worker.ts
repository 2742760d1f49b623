// Makes KickOff readable offline: its own files, the fan's last responses and pictures. Answers reads
// only and prefers the network where a response can change. Of admins it stores pictures only, which
// the page clears when a session ends. It also shows push messages.
import {
  offlineCacheName,
  feedAddress,
  FILES_CACHE,
  PICTURES_CACHE,
  PROFILE_ADDRESS,
  FROM_CACHE_HEADER,
} from '@kickoff/contracts';

import { DOCUMENT, evictFiles, cacheHome, MAX_FILES, REMOTES } from './home-files';
import { evictLeastUsed, registerUse } from './least-recently-used';
import { openAddress, showMessage } from './push-messages';

declare const self: ServiceWorkerGlobalScope;

const MAX_PICTURES = 100;
const CACHED_ADDRESSES = new Set([
  feedAddress('everyone'),
  feedAddress('following'),
  PROFILE_ADDRESS,
]);

/** Counts how often a page cleared the offline cache. */
let clearCount = 0;

async function page(event: FetchEvent): Promise<Response> {
  try {
    const preloaded: unknown = await event.preloadResponse;
    return preloaded instanceof Response ? preloaded : await fetch(event.request);
  } catch (failure) {
    const cached = await caches.match(DOCUMENT, { cacheName: FILES_CACHE });
    if (cached) return cached;
    throw failure;
  }
}

/** Caches a response that has arrived. A full device rejects it, and the page gets it all the same. */
async function tryToCache(write: () => Promise<void>): Promise<void> {
  await write().catch(() => undefined);
}

/** Serves a file with a hash in its name from the cache first. */
async function hashedFile(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const files = await caches.open(FILES_CACHE);
  const cached = await files.match(request);
  if (cached) {
    event.waitUntil(registerUse(files, MAX_FILES, request, cached.clone()));
    return cached;
  }
  const response = await fetch(request);
  if (response.ok) {
    await tryToCache(async () => {
      await files.put(request, response.clone());
      await evictFiles();
    });
  }
  return response;
}

/** Writes to the cache of pictures. Undone if a logout cleared it meanwhile. */
async function writePictures(write: (pictures: Cache) => Promise<void>): Promise<void> {
  const before = clearCount;
  await write(await caches.open(PICTURES_CACHE));
  if (clearCount !== before) await caches.delete(PICTURES_CACHE);
}

async function picture(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const cached = await caches.match(request, { cacheName: PICTURES_CACHE });
  if (cached) {
    const copy = cached.clone();
    event.waitUntil(
      writePictures((pictures) => registerUse(pictures, MAX_PICTURES, request, copy)),
    );
    return cached;
  }
  const before = clearCount;
  const response = await fetch(request);
  // A logout cleared the pictures meanwhile, and this one belonged to that session.
  if (response.status === 200 && clearCount === before) {
    await tryToCache(() =>
      writePictures(async (pictures) => {
        await pictures.put(request, response.clone());
        await evictLeastUsed(pictures, MAX_PICTURES);
      }),
    );
  }
  return response;
}

/** Falls back to the response cached for the same session. */
async function cachedResponse(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (failure) {
    const token = request.headers.get('Authorization')?.replace('Bearer ', '');
    const cached =
      token &&
      (await caches.match(request.url, { cacheName: offlineCacheName(token), ignoreVary: true }));
    if (!cached) throw failure;
    const headers = new Headers(cached.headers);
    headers.set(FROM_CACHE_HEADER, 'yes');
    return new Response(cached.body, { status: cached.status, headers });
  }
}

async function listOfRemotes(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (failure) {
    const cached = await caches.match(REMOTES, { cacheName: FILES_CACHE });
    if (cached) return cached;
    throw failure;
  }
}

function respond(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return undefined;
  if (request.mode === 'navigate') return page(event);
  if (/^[/](assets|remotes)[/].*[.][0-9a-f]{8}[.]\w+$/.test(pathname)) return hashedFile(event);
  if (pathname === REMOTES) return listOfRemotes(request);
  if (pathname.startsWith('/api/uploads/') && request.destination === 'image') {
    return picture(event);
  }
  return CACHED_ADDRESSES.has(pathname + search) ? cachedResponse(request) : undefined;
}

self.addEventListener('install', (event) => {
  // The worker does not depend on the page's version: a new one may serve open pages.
  event.waitUntil(self.skipWaiting());
});
self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([self.clients.claim(), self.registration.navigationPreload.enable()]),
  );
});
self.addEventListener('message', (event) => {
  if (event.data === 'keep-home') event.waitUntil(cacheHome().catch(() => undefined));
  if (event.data === 'forget-seen') {
    clearCount += 1;
    event.waitUntil(caches.delete(PICTURES_CACHE));
  }
});
self.addEventListener('fetch', (event) => {
  const response = respond(event);
  if (response) event.respondWith(response);
});
self.addEventListener('push', (event) => {
  event.waitUntil(showMessage(event.data, self.registration));
});
self.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(openAddress(notification.data, self.location.origin, self.clients));
});
