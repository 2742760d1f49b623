import { ADMISSION_OPTIONS } from '../../src/common/admission/admission.js';
import 'reflect-metadata';

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { getConnectionToken } from '@nestjs/mongoose';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Connection } from 'mongoose';
import type { DestinationStream } from 'pino';

import { createApp, stopApp } from '../../src/app.js';
import type { AppContext } from '../../src/app.module.js';
import type { PasswordHashing } from '../../src/common/config/config.module.js';
import { readSettings, type Settings } from '../../src/common/config/env.js';
import { keysFrom } from '../../src/common/config/keys.js';
import { makePushKeys } from '../../src/common/config/push-keys.js';
import { PinoLogger } from '../../src/common/logging/pino-logger.js';
import { Database } from '../../src/common/mongo/database.js';
import { Clock } from '../../src/common/time/clock.js';
import {
  databaseServer,
  dropDatabase,
  giveBack,
  noteStructure,
  takeDatabase,
} from './databases.js';

/** A clock that follows the real time until a test moves it. */
class TestClock extends Clock {
  private offsetMs = 0;
  private standsAtMs: number | undefined;

  now(): Date {
    return new Date((this.standsAtMs ?? Date.now()) + this.offsetMs);
  }

  /**
   * From now on only `advance` moves it, so that caches with a lifetime of seconds do not expire on
   * a slow machine.
   */
  stand(): void {
    this.standsAtMs = Date.now();
  }

  advance(ms: number): void {
    this.offsetMs += ms;
  }
}

/** The whole application over HTTP on its own database. */
export interface KickOff {
  url: string;
  app: NestExpressApplication;
  clock: TestClock;
  connection: Connection;
  context: AppContext;
  /** Starts another instance on the same database, with the same keys and clock. */
  another: (settings?: Partial<Settings>) => Promise<KickOff>;
  /** Stops this instance; the database remains. */
  close: () => Promise<void>;
  /** Stops this instance, and releases its database and data folder. */
  stop: () => Promise<void>;
}

/** The cheapest Argon2 hash: tests register thousands of fans. */
const QUICK_HASHING: PasswordHashing = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Limits of a request's wait for admission, and for the database; and whether timers run. */
export type Bounds = Pick<AppContext, 'admission' | 'databaseTimeouts'> & {
  /** Runs the timers; otherwise tests call the runs that they need, and no other disturbs them. */
  hasTimers?: true;
};

const PATIENT: Bounds = {
  admission: { ...ADMISSION_OPTIONS, maxWaitMs: 60_000, expireMs: 60_000 },
  databaseTimeouts: {
    serverSelection: 60_000,
    connect: 60_000,
    socket: 60_000,
    waitQueue: 60_000,
    probe: 10_000,
  },
};

/** The bounds of a real server. */
export const REAL_BOUNDS: Bounds = {};

/** The usual bounds, with timers. */
export const WITH_TIMERS: Bounds = { ...PATIENT, hasTimers: true };

/**
 * Starts the application on a free loopback port. Rate limits are raised unless a test sets them.
 *
 * @param log receives the log, for tests that read it
 * @param bounds the server's own, for tests of them: here it shares a process with its clients and
 *   a machine with other test files, which slow down it and its database
 * @param variables settings in addition to the tests' own, as environment variables
 */
export async function startKickOff(
  variables: Record<string, string> = {},
  log?: DestinationStream,
  { hasTimers, ...bounds }: Bounds = PATIENT,
): Promise<KickOff> {
  const uri = databaseServer();
  uri.pathname = `/${takeDatabase()}`;
  const secret = () => randomBytes(32).toString('hex');
  const folder = await mkdtemp(join(tmpdir(), 'kickoff-data-'));
  const settings = readSettings({
    MONGODB_URI: uri.href,
    KICKOFF_DATA: folder,
    DEMO: 'off',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_FACTOR: '1000',
    ...variables,
  });
  return start(
    {
      settings,
      keys: keysFrom({
        fanSecret: secret(),
        adminSecret: secret(),
        cursorSecret: secret(),
        pushKeys: makePushKeys(),
      }),
      clock: new TestClock(),
      databaseUri: settings.mongodbUri ?? uri.href,
      ...bounds,
      passwordHashing: QUICK_HASHING,
    },
    { folder, hasTimers, log },
  );
}

/** Number of open instances by the name of their database. */
const users = new Map<string, number>();

async function start(
  context: AppContext & { clock: TestClock },
  options: { folder: string; log?: DestinationStream } & Pick<Bounds, 'hasTimers'>,
): Promise<KickOff> {
  const { folder, log, hasTimers } = options;
  let app: NestExpressApplication | undefined = await createApp(
    context,
    new PinoLogger(context.settings.logLevel, log),
  );
  const connection = app.get<Connection>(getConnectionToken());
  await app.get(Database).open((message) => {
    throw new Error(message);
  });
  const name = new URL(context.databaseUri).pathname.slice(1);
  // A test may start it without a database.
  if (connection.db) await noteStructure(connection.db);
  users.set(name, (users.get(name) ?? 0) + 1);
  const end = async () => {
    if (app) await stopApp(app);
    users.set(name, (users.get(name) ?? 0) - 1);
  };
  await app.listen(0, '127.0.0.1');
  if (!hasTimers) stopTimers(app);
  const kickoff: KickOff = {
    url: await app.getUrl(),
    app,
    clock: context.clock,
    connection,
    context,
    another: (settings) =>
      start({ ...context, settings: { ...context.settings, ...settings } }, options),
    close: end,
    stop: async () => {
      // Its jobs have ended then: without the database every file of a shared store looks like an orphan to one.
      await end();
      // An instance that a test has left open would write to the next test's database.
      await (users.get(name) === 0 ? giveBack(name) : dropDatabase(name));
      await rm(folder, { recursive: true, force: true });
      // Node never unloads a test file's module, whose variables still reference this object.
      app = undefined;
      Reflect.deleteProperty(kickoff, 'app');
      Reflect.deleteProperty(kickoff, 'connection');
    },
  };
  return kickoff;
}

function stopTimers(app: NestExpressApplication): void {
  const schedule = app.get(SchedulerRegistry, { strict: false });
  for (const name of schedule.getIntervals()) schedule.deleteInterval(name);
}
