// Keeps KickOff readable without a connection: its own files, and what the fan has seen last. It
// answers reads only, prefers the network wherever an answer can change, and keeps nothing of admins.
import {
  answersCache,
  feedAddress,
  FILES_CACHE,
  PICTURES_CACHE,
  PROFILE_ADDRESS,
  SEEN_HEADER,
} from '@kickoff/contracts';

import { DOCUMENT, dropSpareFiles, keepHome, MOST_FILES, REMOTES } from './home-files';
import { dropLeastUsed, noteUse } from './kept-files';

declare const self: ServiceWorkerGlobalScope;

const MOST_PICTURES = 100;
const KEPT_ANSWERS = new Set([feedAddress('everyone'), feedAddress('following'), PROFILE_ADDRESS]);

/** How often the fan's pages took away what was seen. */
let timesForgotten = 0;

async function page(event: FetchEvent): Promise<Response> {
  try {
    const preloaded: unknown = await event.preloadResponse;
    return preloaded instanceof Response ? preloaded : await fetch(event.request);
  } catch (failure) {
    const kept = await caches.match(DOCUMENT, { cacheName: FILES_CACHE });
    if (kept) return kept;
    throw failure;
  }
}

/** A file whose name changes with its content. */
async function hashedFile(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const files = await caches.open(FILES_CACHE);
  const kept = await files.match(request);
  if (kept) {
    event.waitUntil(noteUse(files, MOST_FILES, request, kept.clone()));
    return kept;
  }
  const answer = await fetch(request);
  if (answer.ok) {
    await files.put(request, answer.clone());
    await dropSpareFiles();
  }
  return answer;
}

/** Writes to the pictures. What a logout meanwhile took away does not come back with it. */
async function keepPicture(write: (pictures: Cache) => Promise<void>): Promise<void> {
  const before = timesForgotten;
  await write(await caches.open(PICTURES_CACHE));
  if (timesForgotten !== before) await caches.delete(PICTURES_CACHE);
}

async function picture(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const kept = await caches.match(request, { cacheName: PICTURES_CACHE });
  if (kept) {
    const copy = kept.clone();
    event.waitUntil(keepPicture((pictures) => noteUse(pictures, MOST_PICTURES, request, copy)));
    return kept;
  }
  const before = timesForgotten;
  const answer = await fetch(request);
  // A logout meanwhile took all pictures away, and this one was for whoever has left.
  if (answer.status === 200 && timesForgotten === before) {
    await keepPicture(async (pictures) => {
      await pictures.put(request, answer.clone());
      await dropLeastUsed(pictures, MOST_PICTURES);
    });
  }
  return answer;
}

/** An answer that the same session has seen before, if the network has none. */
async function seenAnswer(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (failure) {
    const token = request.headers.get('Authorization')?.replace('Bearer ', '');
    const kept =
      token &&
      (await caches.match(request.url, { cacheName: answersCache(token), ignoreVary: true }));
    if (!kept) throw failure;
    const headers = new Headers(kept.headers);
    headers.set(SEEN_HEADER, 'yes');
    return new Response(kept.body, { status: kept.status, headers });
  }
}

async function listOfRemotes(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (failure) {
    const kept = await caches.match(REMOTES, { cacheName: FILES_CACHE });
    if (kept) return kept;
    throw failure;
  }
}

function answerTo(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return undefined;
  if (request.mode === 'navigate') return page(event);
  if (/^[/](assets|remotes)[/].*[.][0-9a-f]{8}[.]\w+$/.test(pathname)) return hashedFile(event);
  if (pathname === REMOTES) return listOfRemotes(request);
  if (pathname.startsWith('/api/uploads/') && request.destination === 'image') {
    return picture(event);
  }
  return KEPT_ANSWERS.has(pathname + search) ? seenAnswer(request) : undefined;
}

self.addEventListener('install', (event) => {
  // Nothing here depends on the version of the page: a new worker may serve pages that run.
  event.waitUntil(self.skipWaiting());
});
self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([self.clients.claim(), self.registration.navigationPreload.enable()]),
  );
});
self.addEventListener('message', (event) => {
  if (event.data === 'keep-home') event.waitUntil(keepHome().catch(() => undefined));
  if (event.data === 'forget-seen') {
    timesForgotten += 1;
    event.waitUntil(caches.delete(PICTURES_CACHE));
  }
});
self.addEventListener('fetch', (event) => {
  const answer = answerTo(event);
  if (answer) event.respondWith(answer);
});
