import { FILES_CACHE, OFFLINE_FILES_ADDRESS } from '@kickoff/contracts';

import { dropLeastUsed } from './kept-files';

/** The document that stands for every page of a fan while there is no connection. */
export const DOCUMENT = '/home';
export const REMOTES = '/remotes.json';
export const MOST_FILES = 200;

/** The files that a document names. */
function filesIn(document: string): string[] {
  return [...document.matchAll(/(?:href|src)="([/](?:assets|remotes)[/][^"]+)"/g)].flatMap(
    ([, address]) => address ?? [],
  );
}

/** The addresses in a list of files; none where it is unreadable. */
async function listed(answer: Response): Promise<string[]> {
  const list: unknown = await answer.json().catch(() => undefined);
  return Array.isArray(list) ? list.filter((address) => typeof address === 'string') : [];
}

/** What is never removed: the document, and every file that home needs. */
async function neededFiles(files: Cache): Promise<Set<string>> {
  const list = await files.match(OFFLINE_FILES_ADDRESS);
  const document = await files.match(DOCUMENT);
  return new Set([
    DOCUMENT,
    REMOTES,
    OFFLINE_FILES_ADDRESS,
    ...(list ? await listed(list) : []),
    ...(document ? filesIn(await document.text()) : []),
  ]);
}

/** Removes what has not been used for longest where too many files are kept. */
export async function dropSpareFiles(): Promise<void> {
  const files = await caches.open(FILES_CACHE);
  await dropLeastUsed(files, MOST_FILES, await neededFiles(files));
}

/** Fetches home's document anew, and the files that the build says it needs where they are not here yet. */
export async function keepHome(): Promise<void> {
  // Without a session, so that nothing in it is anybody's.
  const fresh = { credentials: 'omit', cache: 'no-cache' } as const;
  const [list, remotes, document] = await Promise.all([
    fetch(OFFLINE_FILES_ADDRESS, fresh),
    fetch(REMOTES, fresh),
    fetch(DOCUMENT, fresh),
  ]);
  if (!list.ok || !remotes.ok || !document.ok) return;
  const files = await caches.open(FILES_CACHE);
  const needed = [...(await listed(list.clone())), ...filesIn(await document.clone().text())];
  for (const address of new Set(needed)) {
    if (!(await files.match(address))) await files.add(address);
  }
  // Last, so that they never name a file that is missing.
  await files.put(REMOTES, remotes);
  await files.put(OFFLINE_FILES_ADDRESS, list);
  await files.put(DOCUMENT, document);
  await dropSpareFiles();
}
