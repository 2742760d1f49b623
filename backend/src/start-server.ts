import { join } from 'node:path';

import { type DataFolder, takeDataFolder } from './common/config/data-folder.js';
import { readOwnSettings, type Settings } from './common/config/env.js';
import { keysFrom } from './common/config/keys.js';
import { readSecrets } from './common/config/secrets.js';
import { EmbeddedMongo } from './common/mongo/embedded/embedded-mongo.js';
import { findMongod } from './common/mongo/embedded/find-mongod.js';
import { SystemClock } from './common/time/clock.js';

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
  // While MongoDB comes up: reading the application's files takes about as long.
  const loading = import('./serve.js');
  try {
    const folder = await takeDataFolder(settings.dataFolder);
    started.push(() => folder.release());
    const databaseUri = await startDatabase(settings, folder, started, say, onGivenUp);
    const context = {
      settings,
      keys: keysFrom(await readSecrets(folder.path, settings)),
      clock: new SystemClock(),
      databaseUri,
    };
    const { serve } = await loading;
    return { readyLine: await serve(context, started, say, onGivenUp), stop };
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
