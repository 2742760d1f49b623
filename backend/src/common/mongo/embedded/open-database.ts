import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { takeDataFolder } from '../../config/data-folder.js';
import type { Settings } from '../../config/env.js';
import { StartError } from '../../config/start-error.js';
import { ADDRESS_FILE, EmbeddedMongo } from './embedded-mongo.js';
import { findMongod } from './find-mongod.js';

/** A database for a command to work on, and what ends it when it was started for this. */
export interface OpenedDatabase {
  uri: string;
  close: () => Promise<void>;
}

/**
 * The database of the running server, or the stopped server's own, started for the while.
 *
 * @param say one line of progress for the person who waits
 */
export async function openDatabase(
  { mongodbUri, mongodBinary, dataFolder }: Settings,
  say: (line: string) => void,
): Promise<OpenedDatabase> {
  if (mongodbUri !== undefined) return { uri: mongodbUri, close: () => Promise.resolve() };
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
