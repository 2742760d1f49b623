/** The files of a post that has not been sent. */
export interface PostFiles {
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

function isFile(value: unknown): value is File {
  return value instanceof File;
}

/** Keeps the files of a fan's next post on this device until they are exchanged; none leaves nothing. */
export async function keepFiles(fanId: string, files: PostFiles): Promise<void> {
  try {
    const store = await openStore('readwrite');
    if (files.image || files.video) await done(store.put(files, fanId));
    else await done(store.delete(fanId));
  } catch {
    // A full device, or one that keeps nothing, must not stop anybody from posting.
  }
}

/** The files kept for a fan's next post. */
export async function keptFiles(fanId: string): Promise<PostFiles> {
  try {
    const kept: unknown = await done<unknown>((await openStore('readonly')).get(fanId));
    if (typeof kept !== 'object' || kept === null) return {};
    return {
      image: 'image' in kept && isFile(kept.image) ? kept.image : undefined,
      video: 'video' in kept && isFile(kept.video) ? kept.video : undefined,
    };
  } catch {
    return {};
  }
}
