import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { mongo } from 'mongoose';

import { StartError } from '../config/start-error.js';
import { endOrphan } from '../mongo/embedded/orphan.js';
import { requireReplicaSet } from '../mongo/require-replica-set.js';
import { CHECK_SUMS, DATABASE_ENDING, DATABASE_FOLDER, DESCRIPTION } from './archive.js';
import { readEntries } from './archive-reader.js';
import { copyIn } from './database-copy.js';
import { MARKER_COLLECTION, MARKER_FILE, markersIn, markFolder } from './unfinished-restore.js';

/**
 * The only file that the data folder may contain before: the lock of this command, on systems where
 * it is a file.
 */
const OF_NO_ACCOUNT = 'lock';

/** Survives a crash of the database server: a marker is removed after the data that it is about. */
const WRITE_CONCERN = { w: 'majority', journal: true } as const;

/** Throws for a data folder that has been used, except by a restore that was interrupted. */
export async function requireEmptyFolder(folder: string): Promise<void> {
  const found = (await readdir(folder)).filter((name) => name !== OF_NO_ACCOUNT);
  if (found.length === 0 || found.includes(MARKER_FILE)) return;
  throw new StartError(
    `The data folder ${folder} is in use: it holds ${found[0]}. A backup goes into an empty one; set KICKOFF_DATA to it.`,
  );
}

/** Marks the folder as unfinished, and deletes what a restore has written to it. */
export async function clearFolder(folder: string, say: (line: string) => void): Promise<void> {
  await markFolder(folder);
  await endOrphan(join(folder, 'mongodb'), say);
  const found = (await readdir(folder)).filter(
    (name) => name !== OF_NO_ACCOUNT && name !== MARKER_FILE,
  );
  await Promise.all(found.map((name) => rm(join(folder, name), { recursive: true })));
}

/** Connects to the database that receives the backup. */
export function openDatabase(uri: string): Promise<mongo.MongoClient> {
  return mongo.MongoClient.connect(uri, { writeConcern: WRITE_CONCERN });
}

/**
 * Marks the database as unfinished, and deletes what an interrupted restore has written to it. Throws
 * for a database that has been used otherwise.
 *
 * @param restoreId of this restore; a later one replaces it
 */
export async function claimDatabase(client: mongo.MongoClient, restoreId: string): Promise<void> {
  const db = client.db();
  await requireReplicaSet(db);
  const used = await dataCollections(db);
  const { matchedCount } = await markersIn(db).updateOne(
    { _id: 'restore' },
    { $set: { restoreId } },
    { upsert: used.length === 0 },
  );
  if (matchedCount === 0 && used.length > 0) {
    throw new StartError(
      `The database of MONGODB_URI is in use: it holds ${used[0]}. A backup goes into an empty one.`,
    );
  }
  // Found after the claim, from which on no earlier restore adds one.
  for (const name of await dataCollections(db)) await db.dropCollection(name);
}

/** Removes the marker of a finished restore. Throws if a later restore has claimed the database. */
export async function releaseDatabase(client: mongo.MongoClient, restoreId: string): Promise<void> {
  const { deletedCount } = await markersIn(client.db()).deleteOne({ _id: 'restore', restoreId });
  if (deletedCount === 0) throw replaced();
}

/** Deletes what a failed restore has written, unless a later one has claimed the database. */
export async function emptyDatabase(client: mongo.MongoClient, restoreId: string): Promise<void> {
  const db = client.db();
  if (!(await markersIn(db).findOne({ _id: 'restore', restoreId }))) return;
  // The marker goes last: the drop of a whole database deletes its collections in any order.
  for (const name of await dataCollections(db)) await db.dropCollection(name);
  await db.dropDatabase();
}

/** Restores a backup's files to the data folder; verify the file before. */
export async function restoreFiles(
  path: string,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  await readEntries(path, async (name, open) => {
    signal.throwIfAborted();
    if (isOfDatabase(name) || name === DESCRIPTION || name === CHECK_SUMS) return;
    const target = join(folder, name);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const file = createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(await open(), file);
  });
}

/**
 * Restores a backup's documents to the database; verify the file before. Throws if a later restore
 * has claimed the database.
 */
export async function restoreDatabase(
  path: string,
  client: mongo.MongoClient,
  restoreId: string,
  signal: AbortSignal,
): Promise<void> {
  await readEntries(path, async (name, open) => {
    if (!isOfDatabase(name)) return;
    const collection = name.slice(DATABASE_FOLDER.length, -DATABASE_ENDING.length);
    await copyIn(await open(), async (batch) => {
      signal.throwIfAborted();
      await insertWhileClaimed(client, restoreId, collection, batch);
    });
  });
}

/** One transaction: a later claim changes the marker, so nothing is inserted after it. */
async function insertWhileClaimed(
  client: mongo.MongoClient,
  restoreId: string,
  collection: string,
  batch: mongo.BSON.Document[],
): Promise<void> {
  const db = client.db();
  await client.withSession((session) =>
    session.withTransaction(async () => {
      const { matchedCount } = await markersIn(db).updateOne(
        { _id: 'restore', restoreId },
        { $inc: { batches: 1 } },
        { session },
      );
      if (matchedCount === 0) throw replaced();
      await db.collection(collection).insertMany(batch, { session });
    }),
  );
}

function replaced(): StartError {
  return new StartError(
    'Another restore into the same database has begun. Run them one after the other.',
  );
}

/** The names of all collections except the marker's. */
async function dataCollections(db: mongo.Db): Promise<string[]> {
  const found = await db
    .listCollections({ name: { $ne: MARKER_COLLECTION } }, { nameOnly: true })
    .toArray();
  return found.map(({ name }) => name);
}

const isOfDatabase = (name: string) => name.startsWith(DATABASE_FOLDER);
