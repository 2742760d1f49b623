import { once } from 'node:events';
import type { Server } from 'node:http';
import { join } from 'node:path';

import type { NestExpressApplication } from '@nestjs/platform-express';

import { createApp, stopApp } from './app.js';
import { DemoLoginsService } from './auth/demo-logins.service.js';
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
import { MediaStore } from './media/store/media-store.js';
import { seedDemo } from './seed.js';

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
    await app.get(MediaStore, { strict: false }).requireReady();
    await app.get(Database).open(onGivenUp);
    const isDemo = settings.demo && settings.isLocal;
    if (isDemo) await seedDemo(app, surroundings, logger, say);
    await listen(app, settings);
    return {
      readyLine: `KickOff is ready at ${settings.publicUrl}${await demoWords(app)}`,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The demo's logins as the ready line tells them; nothing where there are none. */
async function demoWords(app: NestExpressApplication): Promise<string> {
  const { fans, admins } = await app.get(DemoLoginsService).offer({ isDirect: true });
  const [first] = fans;
  if (!first) return '';
  const emails = (logins: readonly { email: string }[]) =>
    logins.map(({ email }) => email).join(', ');
  return ` · demo logins: ${emails(fans)} (fans), ${emails(admins)} (admin), password ${first.password}`;
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

/** Connections that wait to be accepted: beyond this many the system drops the attempt, which is repeated seconds later. */
const BACKLOG = 4_096;

/** Not by Nest's own `listen`, which logs the failure that is told in words here. */
async function listen(app: NestExpressApplication, settings: Settings): Promise<void> {
  await app.init();
  const server: Server = app.getHttpServer();
  try {
    const { port, host } = settings;
    await once(server.listen({ port, host, backlog: BACKLOG }), 'listening');
  } catch (error) {
    const fault = whyNotListening(errorCode(error), settings);
    throw fault === undefined ? error : new StartError(fault);
  }
}

function whyNotListening(code: string | undefined, { host, port }: Settings): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program. Stop that program, or set PORT to a free port.`;
    case 'EACCES':
      return `Port ${port} is not open to this user. Set PORT to a number above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST is ${host}, which is no address of this machine. Set it to one of its own, or to 0.0.0.0 for all of them.`;
    default:
      return undefined;
  }
}
