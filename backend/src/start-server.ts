import { join } from 'node:path';

import { DEMO_LOGINS } from '@kickoff/contracts';

import { createApp, stopApp } from './app.js';
import { type DataFolder, takeDataFolder } from './common/config/data-folder.js';
import { readOwnSettings, type Settings } from './common/config/env.js';
import { keysFrom } from './common/config/keys.js';
import { readSecrets } from './common/config/secrets.js';
import { StartError } from './common/config/start-error.js';
import { errorCode } from './common/errors/error-code.js';
import { PinoLogger } from './common/logging/pino-logger.js';
import { Database } from './common/mongo/database.js';
import { EmbeddedMongo } from './common/mongo/embedded/embedded-mongo.js';
import { findMongod } from './common/mongo/embedded/find-mongod.js';
import { SystemClock } from './common/time/clock.js';
import { seedDemo } from './seed.js';

/** The demo's logins, as the ready line tells them. */
const DEMO_WORDS = ` · demo logins: ${DEMO_LOGINS.fans.map(({ email }) => email).join(', ')} (fans), ${DEMO_LOGINS.admin.email} (admin), password ${DEMO_LOGINS.admin.password}`;

export interface RunningServer {
  /** Where it listens, and the demo's logins where there are any. */
  readyLine: string;
  stop: () => Promise<void>;
}

/**
 * Starts everything in order, and ends what it started when a later step fails.
 *
 * @param say one line of progress for the person who waits
 * @param onGivenUp called when the server cannot go on, with the reason in words
 */
export async function startServer(
  say: (line: string) => void,
  onGivenUp: (message: string) => void,
): Promise<RunningServer> {
  const settings = readOwnSettings();
  const started: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of started.splice(0).reverse()) await end();
  };
  try {
    const folder = await takeDataFolder(settings.dataFolder);
    started.push(() => folder.release());
    const databaseUri = await startDatabase(settings, folder, started, say, onGivenUp);

    const surroundings = {
      settings,
      keys: keysFrom(await readSecrets(folder.path, settings)),
      clock: new SystemClock(),
      databaseUri,
    };
    const logger = new PinoLogger(settings.logLevel);
    const app = await createApp(surroundings, logger);
    started.push(() => stopApp(app));
    await app.get(Database).open(onGivenUp);
    const isDemo = settings.demo && settings.onLoopback;
    if (isDemo) await seedDemo(app, surroundings, logger, say);
    await listen(() => app.listen(settings.port, settings.host), settings);
    return {
      readyLine: `KickOff is ready at ${settings.publicUrl}${isDemo ? DEMO_WORDS : ''}`,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startDatabase(
  settings: Settings,
  folder: DataFolder,
  started: (() => Promise<void>)[],
  say: (line: string) => void,
  onGivenUp: (message: string) => void,
): Promise<string> {
  if (settings.mongodbUri !== undefined) return settings.mongodbUri;
  const binary = await findMongod({ binary: settings.mongodBinary, say });
  const mongo = new EmbeddedMongo({
    binary,
    folder: join(folder.path, 'mongodb'),
    say,
    onGivenUp,
  });
  started.push(() => mongo.stop());
  return mongo.start();
}

async function listen(tryToListen: () => Promise<unknown>, settings: Settings): Promise<void> {
  try {
    await tryToListen();
  } catch (error) {
    if (errorCode(error) !== 'EADDRINUSE') throw error;
    throw new StartError(
      `Port ${settings.port} is taken by another program. Stop that program, or set PORT to a free port.`,
    );
  }
}
