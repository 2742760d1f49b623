import type { Dirent } from 'node:fs';
import { open, readdir, realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';

import { mongo } from 'mongoose';

import { StartError } from '../config/start-error.js';
import { errorCode } from '../errors/error-code.js';
import { requireReplicaSet } from '../mongo/require-replica-set.js';
import { DATABASE_ENDING, DATABASE_FOLDER, TOP_FILES } from './archive.js';
import { type AddEntry, writeArchive } from './archive-writer.js';
import { copyOut } from './database-copy.js';
import { requireRestoredDatabase, requireRestoredFolder } from './unfinished-restore.js';

/** Uploads in progress; their clients repeat them. */
const UNFINISHED_UPLOADS = '.incoming';

/** The size of a backup. */
export interface BackedUp {
  collections: number;
  files: number;
}

/**
 * Writes the database, uploads and secrets of a running or stopped server to one file. The database
 * is a snapshot of one moment; uploads deleted since are omitted.
 */
export async function backUp(
  { dataFolder, databaseUri }: { dataFolder: string; databaseUri: string },
  path: string,
  now: Date,
): Promise<BackedUp> {
  const root = resolve(dataFolder);
  await requireOutside(join(root, 'uploads'), path);
  const client = await mongo.MongoClient.connect(databaseUri);
  let collections = 0;
  let files = 0;
  try {
    await requireReplicaSet(client.db());
    await requireRestoredFolder(root);
    await requireRestoredDatabase(client.db());
    await writeArchive(path, now, async (add) => {
      await copyOut(client, async (name, bytes) => {
        await add(`${DATABASE_FOLDER}${name}${DATABASE_ENDING}`, bytes);
        collections += 1;
      });
      for (const file of [
        ...TOP_FILES.map((name) => join(root, name)),
        ...(await uploadsIn(root)),
      ]) {
        if (await addFile(add, root, file)) files += 1;
      }
    });
  } finally {
    await client.close();
  }
  return { collections, files };
}

/** Throws for a file among the uploads, of which each backup would contain all earlier ones and itself. */
async function requireOutside(uploads: string, path: string): Promise<void> {
  const [folder = '', parent = ''] = await Promise.all(
    [uploads, dirname(resolve(path))].map((name) => realpath(name).catch(() => name)),
  );
  if (!`${parent}${sep}`.startsWith(`${folder}${sep}`)) return;
  throw new StartError(
    `The backup cannot be written to ${path}: it would be part of itself. Name a file outside of ${uploads}.`,
  );
}

async function uploadsIn(root: string): Promise<string[]> {
  const found = await filesBelow(join(root, 'uploads'));
  return found
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith(UNFINISHED_UPLOADS))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function filesBelow(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    // No upload yet.
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

async function addFile(add: AddEntry, root: string, path: string): Promise<boolean> {
  const file = await open(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (!file) return false;
  await add(relative(root, path).split(sep).join('/'), file.createReadStream());
  return true;
}
