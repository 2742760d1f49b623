import { access, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { mongo } from 'mongoose';

import { StartError } from '../config/start-error.js';
import { errorCode } from '../errors/error-code.js';
import { syncFolder } from '../files/sync-folder.js';

/**
 * Markers of a restore that has not finished, written before its data and removed after it: an empty
 * file in the data folder, and a row in the database, which other machines may use.
 */
export const MARKER_FILE = 'unfinished-restore';
export const MARKER_COLLECTION = 'unfinished_restores';

interface Marker {
  _id: 'restore';
  restoreId: string;
  /** Inserts so far: each changes the marker in its transaction. */
  batches?: number;
}

const CURE = 'run it again: npm run restore -- FILE [--deletions FILE]';

/** Throws for a data folder with the data of an interrupted restore. */
export async function requireRestoredFolder(folder: string): Promise<void> {
  try {
    await access(join(folder, MARKER_FILE));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  throw new StartError(
    `The restore into the data folder ${folder} was interrupted, and part of its data is missing. To start, ${CURE}`,
  );
}

/** Marks the data folder; the marker is on disk before this resolves. */
export async function markFolder(folder: string): Promise<void> {
  const file = await open(join(folder, MARKER_FILE), 'w', 0o600);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  await syncFolder(folder);
}

export async function unmarkFolder(folder: string): Promise<void> {
  await rm(join(folder, MARKER_FILE));
  await syncFolder(folder);
}

/**
 * Throws for a database with the data of an unfinished restore.
 *
 * @param ownId of the restore that asks
 */
export async function requireRestoredDatabase(db: mongo.Db, ownId?: string): Promise<void> {
  const marker = await markersIn(db).findOne();
  if (!marker || marker.restoreId === ownId) return;
  throw new StartError(
    `A restore into this database has not finished, and part of its data is missing. If none is running, ${CURE}`,
  );
}

export function markersIn(db: mongo.Db): mongo.Collection<Marker> {
  return db.collection<Marker>(MARKER_COLLECTION);
}
