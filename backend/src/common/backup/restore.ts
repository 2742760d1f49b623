import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { mongo } from 'mongoose';

import { StartError } from '../config/start-error.js';
import { CHECK_SUMS, DATABASE_ENDING, DATABASE_FOLDER, DESCRIPTION } from './archive.js';
import { readEntries } from './archive-reader.js';
import { copyIn } from './database-copy.js';

/**
 * The only file that the data folder may contain before: the lock of this command, on systems where
 * it is a file.
 */
const OF_NO_ACCOUNT = 'lock';

/** Throws for a data folder that has been used. */
export async function requireEmptyFolder(folder: string): Promise<void> {
  const found = (await readdir(folder)).filter((name) => name !== OF_NO_ACCOUNT);
  if (found.length === 0) return;
  throw new StartError(
    `The data folder ${folder} is in use: it holds ${found[0]}. A backup goes into an empty one; set KICKOFF_DATA to it.`,
  );
}

/** Connects to the database that receives the backup. */
export function openDatabase(uri: string): Promise<mongo.MongoClient> {
  return mongo.MongoClient.connect(uri);
}

/** Throws for a database that has been used. */
export async function requireEmptyDatabase(client: mongo.MongoClient): Promise<void> {
  const [used] = await client.db().listCollections().toArray();
  if (!used) return;
  throw new StartError(
    `The database of MONGODB_URI is in use: it holds ${used.name}. A backup goes into an empty one.`,
  );
}

/** Restores a backup's files to the data folder; verify the file before. */
export async function restoreFiles(path: string, folder: string): Promise<void> {
  await readEntries(path, async (name, open) => {
    if (isOfDatabase(name) || name === DESCRIPTION || name === CHECK_SUMS) return;
    const target = join(folder, name);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const file = createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(await open(), file);
  });
}

/** Restores a backup's documents to the database; verify the file before. */
export async function restoreDatabase(path: string, client: mongo.MongoClient): Promise<void> {
  await readEntries(path, async (name, open) => {
    if (!isOfDatabase(name)) return;
    const collection = name.slice(DATABASE_FOLDER.length, -DATABASE_ENDING.length);
    await copyIn(client.db(), collection, await open());
  });
}

/** Deletes what a failed restore has written, so that it can be repeated. */
export async function emptyFolder(folder: string): Promise<void> {
  const found = (await readdir(folder)).filter((name) => name !== OF_NO_ACCOUNT);
  await Promise.all(found.map((name) => rm(join(folder, name), { recursive: true })));
}

const isOfDatabase = (name: string) => name.startsWith(DATABASE_FOLDER);
