import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { takeDataFolder } from '../../config/data-folder.js';
import type { Settings } from '../../config/env.js';
import { StartError } from '../../config/start-error.js';
import { ADDRESS_FILE, EmbeddedMongo } from './embedded-mongo.js';
import { findMongod } from './find-mongod.js';

/** A database for a command, and the function that stops it if it was started for it. */
export interface OpenedDatabase {
  uri: string;
  close: () => Promise<void>;
}

/**
 * Opens the running server's database, or starts a stopped server's own for the duration.
 *
 * @param say receives progress lines
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
    // Locked: the server is running, and its address file names the database.
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
