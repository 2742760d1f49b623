import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { Logger } from '@nestjs/common';
import type { mongo } from 'mongoose';

import { StartError } from '../../config/start-error.js';
import { isDuplicateKey } from '../database-away.js';
import type { Migration } from './migrations.js';

/** A finished step. */
interface SchemaVersion {
  _id: number;
  name: string;
  finishedAt: Date;
}

/**
 * Lease of the migrating instance; expires after a crash. Times are the database's, so the instances'
 * clocks may differ.
 */
interface Lease {
  _id: 'migrations';
  owner: string;
  until: Date;
}

const LEASE_MS = 30_000;
const RENEW_MS = 10_000;
const WAIT_MS = 250;

const logger = new Logger('Migrations');

/**
 * Runs the pending migrations in order, on one instance at a time. A new database needs none.
 * Throws for a database that a newer version of KickOff has migrated.
 */
export async function migrate(db: mongo.Db, migrations: readonly Migration[]): Promise<void> {
  const known = migrations.at(-1)?.version ?? 0;
  if ((await versionOf(db, known)) >= known) return;
  const release = await takeLease(db);
  try {
    // Another instance may have migrated during the wait.
    const done = await versionOf(db, known);
    if (done === 0 && (await isEmpty(db))) {
      await versions(db).insertMany(migrations.map(finished));
      return;
    }
    for (const migration of migrations.filter(({ version }) => version > done)) {
      logger.log({ event: 'migration_started', version: migration.version, name: migration.name });
      await migration.run(db);
      await record(db, migration);
    }
  } finally {
    await release();
  }
}

/** Does nothing if another instance has recorded it, after a pause of this one beyond its lease. */
async function record(db: mongo.Db, migration: Migration): Promise<void> {
  const { _id, ...facts } = finished(migration);
  await versions(db).updateOne({ _id }, { $setOnInsert: facts }, { upsert: true });
}

/** Throws for a database that has pending migrations: an earlier version may be running on it. */
export async function requireMigrated(
  db: mongo.Db,
  migrations: readonly Migration[],
): Promise<void> {
  const known = migrations.at(-1)?.version ?? 0;
  const done = await versionOf(db, known);
  if (done >= known || (done === 0 && (await isEmpty(db)))) return;
  throw new StartError(
    `This database is of an earlier version of KickOff (its schema is ${done}, this version has ${known}). Stop the servers of that version and start this one, which migrates the data; then run the command again.`,
  );
}

function finished({ version, name }: Migration): SchemaVersion {
  return { _id: version, name, finishedAt: new Date() };
}

/** Returns whether the database is new: it has no collection except the lease's. */
async function isEmpty(db: mongo.Db): Promise<boolean> {
  const others = await db
    .listCollections({ name: { $ne: 'leases' } }, { nameOnly: true })
    .toArray();
  return others.length === 0;
}

function versions(db: mongo.Db) {
  return db.collection<SchemaVersion>('schema_versions');
}

async function versionOf(db: mongo.Db, known: number): Promise<number> {
  const newest = await versions(db).findOne({}, { sort: { _id: -1 } });
  const version = newest?._id ?? 0;
  if (version > known) {
    throw new StartError(
      `This database was changed by a newer version of KickOff (its schema is ${version}, this version knows ${known}). Start the newer version, or restore a backup that this one made.`,
    );
  }
  return version;
}

async function takeLease(db: mongo.Db): Promise<() => Promise<void>> {
  const leases = db.collection<Lease>('leases');
  const owner = randomUUID();
  const extension = [{ $set: { owner, until: { $add: ['$$NOW', LEASE_MS] } } }];
  for (;;) {
    await ensureLease(leases);
    const isFree = { $expr: { $lte: ['$until', '$$NOW'] } };
    const { matchedCount } = await leases.updateOne({ _id: 'migrations', ...isFree }, extension);
    if (matchedCount === 1) break;
    await delay(WAIT_MS);
  }
  const timer = setInterval(() => {
    // A failed renewal is retried before the lease expires.
    leases.updateOne({ _id: 'migrations', owner }, extension).catch(() => {});
  }, RENEW_MS).unref();
  return async () => {
    clearInterval(timer);
    await leases.deleteOne({ _id: 'migrations', owner });
  };
}

/** The row has to be there first: an upsert must not decide by the database's clock. */
async function ensureLease(leases: mongo.Collection<Lease>): Promise<void> {
  try {
    await leases.insertOne({ _id: 'migrations', owner: '', until: new Date(0) });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
