import { setTimeout as delay } from 'node:timers/promises';

import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import mongoose, { type Connection } from 'mongoose';

import { isDatabaseAway } from './database-away.js';
import { DATABASE_TIMEOUTS, type DatabaseTimeouts } from './database-timeouts.js';
import { ensureIndexes } from './indexes.js';
import { JOBS_CONNECTION } from './jobs-connection.js';
import { migrate } from './migrations/migrate.js';
import { MIGRATIONS } from './migrations/migrations.js';
import { startFaultOf } from './start-fault.js';

/** Injection token of the database's address. */
export const DATABASE_URI = Symbol('DatabaseUri');

/** Acknowledged by a majority and in the journal: what was answered survives a crash. */
const WRITE_CONCERN = { w: 'majority', journal: true } as const;

/** How often the driver checks whether the server is there. */
const HEARTBEAT_MS = 2_000;
/** The same while an operation waits for the server: by default 500 ms pass until it is found. */
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

/** The pause between two tries to find a database that was away at the start; a try takes 1.5 s. */
const RETRY_MS = 100;

/** Owns the connections: opened only over a database that fits this code. */
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
   * Migrates, makes the indexes, then opens the connection. A database that is
   * away is tried again and again behind; calls answer 503 until then.
   *
   * @param onGivenUp called when a database that came later cannot be served, with the reason in words
   */
  async open(onGivenUp: (message: string) => void): Promise<void> {
    try {
      await this.tryToOpen();
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      this.logger.warn({ event: 'database_unavailable' });
      void this.openLater(onGivenUp);
    }
  }

  /** Whether the database answers at this moment. */
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

  private async tryToOpen(): Promise<void> {
    await this.prepare();
    await Promise.all([
      this.connection.openUri(this.uri, clientOptions(this.timeouts)),
      this.jobs.openUri(this.uri, jobsOptions(this.timeouts)),
    ]);
  }

  private async openLater(onGivenUp: (message: string) => void): Promise<void> {
    for (;;) {
      await delay(RETRY_MS, undefined, { ref: false });
      if (this.isClosed) return;
      try {
        await this.tryToOpen();
        this.logger.log({ event: 'database_available' });
        return;
      } catch (error) {
        if (isDatabaseAway(error)) continue;
        onGivenUp(error instanceof Error ? error.message : String(error));
        return;
      }
    }
  }

  /** Over a connection of its own: building an index may take longer than any call is given. */
  private async prepare(): Promise<void> {
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
      await migrate(connection.getClient().db(), MIGRATIONS);
      await ensureIndexes(connection);
    } catch (error) {
      throw startFaultOf(error) ?? error;
    } finally {
      await connection.close();
    }
  }
}
