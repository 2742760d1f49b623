import { open } from 'node:fs/promises';

/** Syncs a folder: without it a crash could lose a new file name. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
