import { FILES_CACHE, OFFLINE_FILES_ADDRESS } from '@kickoff/contracts';

import { evictLeastUsed } from './least-recently-used';

/** Served for every page of a fan while there is no connection. */
export const DOCUMENT = '/home';
export const REMOTES = '/remotes.json';
export const MAX_FILES = 200;

/** Returns the addresses of the files that a document references. */
function findFileUrls(document: string): string[] {
  return [...document.matchAll(/(?:href|src)="([/](?:assets|remotes)[/][^"]+)"/g)].flatMap(
    ([, address]) => address ?? [],
  );
}

/** Parses a list of addresses; empty if it is unreadable. */
async function parseList(answer: Response): Promise<string[]> {
  const list: unknown = await answer.json().catch(() => undefined);
  return Array.isArray(list) ? list.filter((address) => typeof address === 'string') : [];
}

/** Returns the files that are never evicted: the document and all that home needs. */
async function neededFiles(files: Cache): Promise<Set<string>> {
  const list = await files.match(OFFLINE_FILES_ADDRESS);
  const document = await files.match(DOCUMENT);
  return new Set([
    DOCUMENT,
    REMOTES,
    OFFLINE_FILES_ADDRESS,
    ...(list ? await parseList(list) : []),
    ...(document ? findFileUrls(await document.text()) : []),
  ]);
}

/** Evicts the least recently used files above the limit. */
export async function evictFiles(): Promise<void> {
  const files = await caches.open(FILES_CACHE);
  await evictLeastUsed(files, MAX_FILES, await neededFiles(files));
}

/** Fetches home's document, and the files it needs that are not cached yet. */
export async function cacheHome(): Promise<void> {
  // Without credentials, so that the response contains nothing personal.
  const fresh = { credentials: 'omit', cache: 'no-cache' } as const;
  const [list, remotes, document] = await Promise.all([
    fetch(OFFLINE_FILES_ADDRESS, fresh),
    fetch(REMOTES, fresh),
    fetch(DOCUMENT, fresh),
  ]);
  if (!list.ok || !remotes.ok || !document.ok) return;
  const files = await caches.open(FILES_CACHE);
  const needed = [
    ...(await parseList(list.clone())),
    ...findFileUrls(await document.clone().text()),
  ];
  for (const address of new Set(needed)) {
    if (!(await files.match(address))) await files.add(address);
  }
  // Last, so that the cached document never references a missing file.
  await files.put(REMOTES, remotes);
  await files.put(OFFLINE_FILES_ADDRESS, list);
  await files.put(DOCUMENT, document);
  await evictFiles();
}
