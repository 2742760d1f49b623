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

declare const self: ServiceWorkerGlobalScope;

/** The document that stands for every page of a fan while there is no connection. */
const DOCUMENT = '/home';
const REMOTES = '/remotes.json';
const MOST_FILES = 200;
const MOST_PICTURES = 100;
const KEPT_ANSWERS = new Set([feedAddress('everyone'), feedAddress('following'), PROFILE_ADDRESS]);

/** How often the fan's pages took away what was seen. */
let timesForgotten = 0;

async function dropOldest(cache: Cache, most: number): Promise<void> {
  const known = await cache.keys();
  await Promise.all(
    known.slice(0, Math.max(0, known.length - most)).map((old) => cache.delete(old)),
  );
}

async function keep(cacheName: string, most: number, request: Request | string, answer: Response) {
  const cache = await caches.open(cacheName);
  await cache.put(request, answer);
  await dropOldest(cache, most);
}

/** The files that a document names, its hints included. */
function filesIn(document: string): string[] {
  return [...document.matchAll(/(?:href|src)="([/](?:assets|remotes)[/][^"]+)"/g)].flatMap(
    ([, address]) => address ?? [],
  );
}

/** Fetches the document anew, and the files it names that are not here yet. */
async function keepDocument(): Promise<void> {
  // Without a session, so that nothing in it is anybody's.
  const answer = await fetch(DOCUMENT, { credentials: 'omit', cache: 'no-cache' });
  if (!answer.ok) return;
  const files = await caches.open(FILES_CACHE);
  const document = await answer.clone().text();
  for (const address of filesIn(document)) {
    if (!(await files.match(address))) await files.add(address);
  }
  await files.add(REMOTES);
  // Last, so that it never names a file that is missing.
  await files.put(DOCUMENT, answer);
  await dropOldest(files, MOST_FILES);
}

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
async function hashedFile(request: Request): Promise<Response> {
  const kept = await caches.match(request, { cacheName: FILES_CACHE });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await keep(FILES_CACHE, MOST_FILES, request, answer.clone());
  return answer;
}

async function picture(request: Request): Promise<Response> {
  const kept = await caches.match(request, { cacheName: PICTURES_CACHE });
  if (kept) return kept;
  const before = timesForgotten;
  const answer = await fetch(request);
  if (answer.status === 200) await keep(PICTURES_CACHE, MOST_PICTURES, request, answer.clone());
  // A logout meanwhile took all pictures away, and this one was for whoever has left.
  if (timesForgotten !== before) await caches.delete(PICTURES_CACHE);
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
  if (/^[/](assets|remotes)[/].*[.][0-9a-f]{8}[.]\w+$/.test(pathname)) return hashedFile(request);
  if (pathname === REMOTES) return listOfRemotes(request);
  if (pathname.startsWith('/api/uploads/') && request.destination === 'image') {
    return picture(request);
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
  if (event.data === 'keep-document') event.waitUntil(keepDocument().catch(() => undefined));
  if (event.data === 'forget-seen') {
    timesForgotten += 1;
    event.waitUntil(caches.delete(PICTURES_CACHE));
  }
});
self.addEventListener('fetch', (event) => {
  const answer = answerTo(event);
  if (answer) event.respondWith(answer);
});
