import { allDraftNames, ownerIn } from './draft-names';
import { draftNamed } from './kept-drafts';

/** The files of a post or a story that has not been sent. */
export interface DraftFiles {
  image?: File | undefined;
  video?: File | undefined;
}

const STORE = 'files';

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('No storage')));
  });
}

async function openStore(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const request = indexedDB.open('kickoff-drafts', 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
  const database = await done(request);
  const transaction = database.transaction(STORE, mode);
  for (const end of ['complete', 'abort'] as const) {
    transaction.addEventListener(end, () => database.close());
  }
  return transaction.objectStore(STORE);
}

const nameOf = (fanId: string, files: string) => `${fanId}:${files}`;

function isFile(value: unknown): value is File {
  return value instanceof File;
}

async function change<Result>(
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<boolean> {
  try {
    await done(work(await openStore('readwrite')));
    return true;
  } catch {
    // A full device, or one that keeps nothing, must not stop anybody from posting.
    return false;
  }
}

/**
 * Keeps the files of one of a fan's drafts on this device, by the name the draft has for them, and
 * tells whether it could.
 */
export function keepFiles(fanId: string, name: string, files: DraftFiles): Promise<boolean> {
  return change((store) => store.put(files, nameOf(fanId, name)));
}

/** Takes the files of one of a fan's drafts from this device. */
export async function forgetFiles(fanId: string, name: string): Promise<void> {
  await change((store) => store.delete(nameOf(fanId, name)));
}

/** Takes all files from this device that belong to no draft on it. */
export async function forgetOrphanedFiles(): Promise<void> {
  try {
    const store = await openStore('readonly');
    const names = await done(store.getAllKeys());
    // Read after the names: a draft names its files before they are kept.
    const wanted = new Set(allDraftNames().map(filesNameIn));
    for (const name of names.filter((key) => typeof key !== 'string' || !wanted.has(key))) {
      await change((store) => store.delete(name));
    }
  } catch {
    // A device without storage keeps nothing.
  }
}

/** The name of the files of the draft that is kept under a name; undefined where it has none. */
function filesNameIn(draftName: string): string | undefined {
  const files = draftNamed(draftName)?.files;
  return files === undefined ? undefined : nameOf(ownerIn(draftName), files);
}

/** The files that were kept for a draft; undefined where there are none, or none yet. */
export async function keptFiles(fanId: string, name: string): Promise<DraftFiles | undefined> {
  try {
    const store = await openStore('readonly');
    const kept: unknown = await done<unknown>(store.get(nameOf(fanId, name)));
    if (typeof kept !== 'object' || kept === null) return undefined;
    return {
      image: 'image' in kept && isFile(kept.image) ? kept.image : undefined,
      video: 'video' in kept && isFile(kept.video) ? kept.video : undefined,
    };
  } catch {
    return undefined;
  }
}
