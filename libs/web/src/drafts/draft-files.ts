import { listAllDraftKeys, parseOwner } from './draft-keys';
import { readDraft } from './draft-storage';

/** The files of an unsent post or story. */
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
    // A full device, or one without storage, must not prevent posting.
    return false;
  }
}

/**
 * Stores the files of a fan's draft on this device, under the draft's name for them. Returns
 * whether it succeeded.
 */
export function storeFiles(fanId: string, name: string, files: DraftFiles): Promise<boolean> {
  return change((store) => store.put(files, nameOf(fanId, name)));
}

/** Deletes the files of a fan's draft from this device. */
export async function deleteFiles(fanId: string, name: string): Promise<void> {
  await change((store) => store.delete(nameOf(fanId, name)));
}

/** Deletes all files without a draft from this device. */
export async function deleteOrphanedFiles(): Promise<void> {
  try {
    const store = await openStore('readonly');
    const names = await done(store.getAllKeys());
    // Read after the names: a draft names its files before they are stored.
    const wanted = new Set(listAllDraftKeys().map(filesKeyOfDraft));
    for (const name of names.filter((key) => typeof key !== 'string' || !wanted.has(key))) {
      await change((store) => store.delete(name));
    }
  } catch {
    // A device without storage has no files.
  }
}

/** Returns the key of a draft's files; undefined if it has none. */
function filesKeyOfDraft(draftName: string): string | undefined {
  const files = readDraft(draftName)?.files;
  return files === undefined ? undefined : nameOf(parseOwner(draftName), files);
}

/** Returns the stored files of a draft; undefined if there are none, or none yet. */
export async function readFiles(fanId: string, name: string): Promise<DraftFiles | undefined> {
  try {
    const store = await openStore('readonly');
    const stored: unknown = await done<unknown>(store.get(nameOf(fanId, name)));
    if (typeof stored !== 'object' || stored === null) return undefined;
    return {
      image: 'image' in stored && isFile(stored.image) ? stored.image : undefined,
      video: 'video' in stored && isFile(stored.video) ? stored.video : undefined,
    };
  } catch {
    return undefined;
  }
}
