import { setTimeout as delay } from 'node:timers/promises';

import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import mongoose, { type Connection } from 'mongoose';

import { requireRestoredDatabase } from '../backup/unfinished-restore.js';
import { isDatabaseAway } from './database-away.js';
import { DATABASE_TIMEOUTS, type DatabaseTimeouts } from './database-timeouts.js';
import { ensureIndexes } from './indexes.js';
import { JOBS_CONNECTION } from './jobs-connection.js';
import { migrate, requireMigrated } from './migrations/migrate.js';
import { MIGRATIONS } from './migrations/migrations.js';
import { requireReplicaSet } from './require-replica-set.js';
import { startFaultOf } from './start-fault.js';

/** Injection token of the database's address. */
export const DATABASE_URI = Symbol('DatabaseUri');

/** Acknowledged by a majority and journaled: an acknowledged write survives a crash. */
const WRITE_CONCERN = { w: 'majority', journal: true } as const;

/** Interval at which the driver checks the server. */
const HEARTBEAT_MS = 2_000;
/** Heartbeat while an operation waits for a server; the default is 500 ms. */
const MIN_HEARTBEAT_MS = 100;

/** A closed socket ends the operation on the server as well. */
function clientOptions({ serverSelection, connect, socket, waitQueue }: DatabaseTimeouts) {
  return {
    writeConcern: WRITE_CONCERN,
    maxPoolSize: 50,
    serverSelectionTimeoutMS: serverSelection,
    connectTimeoutMS: connect,
    socketTimeoutMS: socket,
    waitQueueTimeoutMS: waitQueue,
    heartbeatFrequencyMS: HEARTBEAT_MS,
    minHeartbeatFrequencyMS: MIN_HEARTBEAT_MS,
  };
}

/** Operations in the background have no time limit, and there are few at a time. */
function jobsOptions({ serverSelection, connect }: DatabaseTimeouts) {
  return {
    writeConcern: WRITE_CONCERN,
    maxPoolSize: 10,
    serverSelectionTimeoutMS: serverSelection,
    connectTimeoutMS: connect,
    heartbeatFrequencyMS: HEARTBEAT_MS,
    minHeartbeatFrequencyMS: MIN_HEARTBEAT_MS,
  };
}

/**
 * Pause between two attempts to reach a database that was unavailable at the start; an attempt
 * takes 1.5 s.
 */
const RETRY_MS = 100;

/** Who opens the database: a server by default. */
interface Opening {
  /** Of the restore that opens it; otherwise an unfinished restore is refused. */
  restoreId?: string | undefined;
  /** A command beside a server, which may be of an earlier version: pending migrations are refused. */
  isBesideServer?: boolean;
}

/** The database connections. Opens them only after migrations and indexes fit this code. */
@Injectable()
export class Database implements OnApplicationShutdown {
  private readonly logger = new Logger(Database.name);
  private isClosed = false;

  constructor(
    @InjectConnection() private readonly connection: Connection,
    @Inject(JOBS_CONNECTION) private readonly jobs: Connection,
    @Inject(DATABASE_URI) private readonly uri: string,
    @Inject(DATABASE_TIMEOUTS) private readonly timeouts: DatabaseTimeouts,
  ) {}

  /**
   * Migrates, creates the indexes, then opens the connection. An unavailable database is retried in
   * the background; requests return 503 until then.
   *
   * @param onGivenUp called if a database that became available later cannot be served, with the
   * reason
   */
  async open(onGivenUp: (message: string) => void, opening: Opening = {}): Promise<void> {
    try {
      await this.tryToOpen(opening);
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      this.logger.warn({ event: 'database_unavailable' });
      void this.openLater(onGivenUp, opening);
    }
  }

  /** Returns whether the database responds now. */
  async isAnswering(): Promise<boolean> {
    if (this.connection.readyState !== mongoose.ConnectionStates.connected) return false;
    const ping = this.connection.getClient().db().command({ ping: 1 });
    try {
      return await Promise.race([
        ping.then(() => true),
        delay(this.timeouts.probe, false, { ref: false }),
      ]);
    } catch {
      return false;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    await Promise.all([this.connection.close(), this.jobs.close()]);
  }

  private async tryToOpen(opening: Opening): Promise<void> {
    await this.prepare(opening);
    await Promise.all([
      this.connection.openUri(this.uri, clientOptions(this.timeouts)),
      this.jobs.openUri(this.uri, jobsOptions(this.timeouts)),
    ]);
  }

  private async openLater(onGivenUp: (message: string) => void, opening: Opening): Promise<void> {
    for (;;) {
      await delay(RETRY_MS, undefined, { ref: false });
      if (this.isClosed) return;
      try {
        await this.tryToOpen(opening);
        this.logger.log({ event: 'database_available' });
        return;
      } catch (error) {
        if (isDatabaseAway(error)) continue;
        onGivenUp(error instanceof Error ? error.message : String(error));
        return;
      }
    }
  }

  /** On a separate connection: building an index may exceed the timeouts of requests. */
  private async prepare({ restoreId, isBesideServer = false }: Opening): Promise<void> {
    const connection = mongoose.createConnection();
    for (const { modelName, schema, collection } of Object.values(this.connection.models)) {
      connection.model(modelName, schema, collection.name);
    }
    try {
      await connection.openUri(this.uri, {
        writeConcern: WRITE_CONCERN,
        serverSelectionTimeoutMS: this.timeouts.serverSelection,
        minHeartbeatFrequencyMS: MIN_HEARTBEAT_MS,
      });
      const db = connection.getClient().db();
      await requireReplicaSet(db);
      await requireRestoredDatabase(db, restoreId);
      if (isBesideServer) await requireMigrated(db, MIGRATIONS);
      await migrate(db, MIGRATIONS);
      await ensureIndexes(connection);
    } catch (error) {
      throw startFaultOf(error) ?? error;
    } finally {
      await connection.close();
    }
  }
}
