import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { KickOff } from './kickoff.js';

/** Where uploads lie. */
export function uploadsFolder({ context }: KickOff): string {
  return join(context.settings.dataFolder, 'uploads');
}

/** Returns all files in the uploads folder, including incoming ones. */
export async function filesOnDisk(kickoff: KickOff): Promise<string[]> {
  const entries = await readdir(uploadsFolder(kickoff), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}

/** Returns everything stored: files, their rows, and the usage of quotas. */
export async function allStored(kickoff: KickOff) {
  const rows = await kickoff.connection.collection('media_files').find().toArray();
  const usages = await kickoff.connection.collection('media_usage').find().toArray();
  return {
    files: await filesOnDisk(kickoff),
    rows: rows.map(({ _id }) => String(_id)).sort(),
    bytes: usages.reduce((sum, { bytes }) => sum + Number(bytes), 0),
  };
}
