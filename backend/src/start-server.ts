import { join } from 'node:path';

import { requireRestoredFolder } from './common/backup/unfinished-restore.js';
import { type DataFolder, diskFaultOf, takeDataFolder } from './common/config/data-folder.js';
import { readOwnSettings, type Settings } from './common/config/env.js';
import { keysFrom } from './common/config/keys.js';
import { readSecrets } from './common/config/secrets.js';
import { requireListenable } from './common/http/listening.js';
import { EmbeddedMongo } from './common/mongo/embedded/embedded-mongo.js';
import { findMongod } from './common/mongo/embedded/find-mongod.js';
import { SystemClock } from './common/time/clock.js';

export interface RunningServer {
  /** The server's address, and the demo logins if any. */
  readyLine: string;
  stop: () => Promise<void>;
}

/**
 * Starts everything in order, and stops what it started if a later step fails.
 *
 * @param say receives progress lines
 * @param onGivenUp called with the reason if the server cannot continue
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
  // In parallel with the start of MongoDB: loading the application takes about as long.
  const loading = import('./serve.js');
  let { dataFolder } = settings;
  try {
    const folder = await takeDataFolder(dataFolder);
    dataFolder = folder.path;
    started.push(() => folder.release());
    await requireRestoredFolder(folder.path);
    // Before MongoDB is fetched and the demo is stored, which may take minutes.
    await requireListenable(settings);
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
    throw diskFaultOf(error, dataFolder) ?? error;
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
