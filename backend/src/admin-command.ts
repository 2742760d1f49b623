import 'reflect-metadata';

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { Email } from '@kickoff/contracts';

import { OperatorService } from './admin/operator.service.js';
import { createApp, stopApp } from './app.js';
import { takeDataFolder } from './common/config/data-folder.js';
import { readOwnSettings, type Settings } from './common/config/env.js';
import { keysFrom } from './common/config/keys.js';
import { StartError } from './common/config/start-error.js';
import { PinoLogger } from './common/logging/pino-logger.js';
import { Database } from './common/mongo/database.js';
import { isDatabaseAway } from './common/mongo/database-away.js';
import { ADDRESS_FILE, EmbeddedMongo } from './common/mongo/embedded/embedded-mongo.js';
import { findMongod } from './common/mongo/embedded/find-mongod.js';
import { SystemClock } from './common/time/clock.js';

const USAGE = `Usage: npm run admin -- list
       npm run admin -- approve <email>   lets a pending admin in
       npm run admin -- suspend <email>   closes the accounts with this email and ends their sessions`;

/** A database to work on, and what ends it when it was started for this. */
interface Opened {
  uri: string;
  close: () => Promise<void>;
}

/** The database of the running server, or the stopped server's own, started for the while. */
async function openDatabase(settings: Settings): Promise<Opened> {
  const { mongodbUri, mongodBinary, dataFolder } = settings;
  if (mongodbUri !== undefined) return { uri: mongodbUri, close: () => Promise.resolve() };
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const folder = join(resolve(dataFolder), 'mongodb');
  const taken = await takeDataFolder(dataFolder).catch((error: unknown) => {
    if (error instanceof StartError) return error;
    throw error;
  });
  if (taken instanceof StartError) {
    // In use: the server runs, and its database says where.
    const uri = await readFile(join(folder, ADDRESS_FILE), 'utf8').catch(() => undefined);
    if (uri === undefined) throw taken;
    return { uri, close: () => Promise.resolve() };
  }
  const mongo = new EmbeddedMongo({
    binary: await findMongod({ binary: mongodBinary, say }),
    folder: join(taken.path, 'mongodb'),
    say,
    onGivenUp: say,
  });
  const close = async () => {
    await mongo.stop();
    await taken.release();
  };
  return { uri: await mongo.start(), close };
}

/** Runs one command over the database; nothing listens and no token is signed meanwhile. */
async function run(
  settings: Settings,
  databaseUri: string,
  command: (operator: OperatorService) => Promise<string[]>,
): Promise<string[]> {
  const unused = () => randomBytes(32).toString('hex');
  const app = await createApp(
    {
      settings,
      keys: keysFrom({ fanSecret: unused(), adminSecret: unused(), cursorSecret: unused() }),
      clock: new SystemClock(),
      databaseUri,
    },
    new PinoLogger('error'),
  );
  try {
    await app.get(Database).open((message) => process.stderr.write(`${message}\n`));
    return await command(app.get(OperatorService));
  } finally {
    await stopApp(app);
  }
}

/** What the words of the command line ask for; nothing where they are not understood. */
function commandOf([verb, given, ...rest]: string[]) {
  const email = Email.safeParse(given).data;
  if (rest.length > 0) return undefined;
  if (verb === 'list' && given === undefined) return (desk: OperatorService) => desk.list();
  if (email === undefined) return undefined;
  if (verb === 'approve') return (desk: OperatorService) => desk.approve(email);
  if (verb === 'suspend') return (desk: OperatorService) => desk.suspend(email);
  return undefined;
}

function end(code: number, message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

const command = commandOf(process.argv.slice(2)) ?? end(2, USAGE);
try {
  const settings = readOwnSettings();
  const database = await openDatabase(settings);
  try {
    const lines = await run(settings, database.uri, command);
    process.stdout.write(`${lines.join('\n')}\n`);
  } finally {
    await database.close();
  }
} catch (error) {
  if (error instanceof StartError) end(1, error.message);
  if (isDatabaseAway(error)) end(1, 'The database cannot be reached. Is it running?');
  throw error;
}
