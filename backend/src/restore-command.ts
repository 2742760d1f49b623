import 'reflect-metadata';

import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { z } from 'zod';

import { AccountRemovalsService } from './accounts/account-removals.service.js';
import { endInWords, withApp } from './command-line.js';
import { end, say } from './command-output.js';
import { requireWhole } from './common/backup/archive-reader.js';
import {
  emptyFolder,
  openDatabase,
  requireEmptyDatabase,
  requireEmptyFolder,
  restoreDatabase,
  restoreFiles,
} from './common/backup/restore.js';
import { takeDataFolder } from './common/config/data-folder.js';
import { readOwnSettings, type Settings } from './common/config/env.js';
import { StartError } from './common/config/start-error.js';
import { EmbeddedMongo } from './common/mongo/embedded/embedded-mongo.js';
import { findMongod } from './common/mongo/embedded/find-mongod.js';
import { UsersService } from './users/users.service.js';

const USAGE = 'Usage: npm run restore -- FILE [--deletions FILE]';

/** A line of `deletions.jsonl`. */
const Deletion = z.object({ fanId: z.string().regex(/^[0-9a-f]{24}$/), at: z.iso.datetime() });

interface Deletions {
  text: string;
  fanIds: string[];
}

async function readDeletions(path: string): Promise<Deletions> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new StartError(`The file ${path} cannot be read (${String(error)}).`);
  });
  const lines = text.split('\n').filter((line) => line !== '');
  try {
    return { text, fanIds: lines.map((line) => Deletion.parse(JSON.parse(line)).fanId) };
  } catch {
    throw new StartError(
      `The file ${path} is no list of deletions: each line has to be {"fanId", "at"}. Nothing was restored.`,
    );
  }
}

/**
 * Opens the empty database to fill, and returns the function that stops it if it was started here.
 */
async function openEmptyDatabase({ mongodbUri, mongodBinary }: Settings, folder: string) {
  if (mongodbUri !== undefined) return { uri: mongodbUri, close: () => Promise.resolve() };
  const embedded = new EmbeddedMongo({
    binary: await findMongod({ binary: mongodBinary, say }),
    folder: join(folder, 'mongodb'),
    say,
    onGivenUp: say,
  });
  return { uri: await embedded.start(), close: () => embedded.stop() };
}

/** Deletes again the accounts deleted after the backup, and returns their number. */
async function applyDeletions(
  settings: Settings,
  databaseUri: string,
  { text, fanIds }: Deletions,
): Promise<number> {
  // Retained for the next restore.
  await appendFile(join(settings.dataFolder, 'deletions.jsonl'), text, { mode: 0o600 });
  return withApp(settings, databaseUri, async (app) => {
    let count = 0;
    for (const fanId of new Set(fanIds)) {
      if (!(await app.get(UsersService).exists(fanId))) continue;
      await app.get(AccountRemovalsService).begin(fanId);
      count += 1;
    }
    await app.get(AccountRemovalsService).resume();
    return count;
  });
}

/** Fills the empty folder and the empty database; on failure both are empty again. */
async function restore(
  settings: Settings,
  folder: string,
  path: string,
  deletions: Deletions | undefined,
): Promise<number> {
  const database = await openEmptyDatabase(settings, folder);
  const client = await openDatabase(database.uri);
  try {
    await requireEmptyDatabase(client);
    try {
      await restoreFiles(path, folder);
      await restoreDatabase(path, client);
      return deletions ? await applyDeletions(settings, database.uri, deletions) : 0;
    } catch (error) {
      await client.db().dropDatabase();
      throw error;
    }
  } finally {
    await client.close();
    await database.close();
  }
}

function readCommandLine() {
  try {
    const { values, positionals } = parseArgs({
      options: { deletions: { type: 'string' } },
      allowPositionals: true,
    });
    const [path, ...rest] = positionals;
    return path === undefined || rest.length > 0 ? undefined : { path, ...values };
  } catch {
    return undefined;
  }
}

const { path, deletions: list } = readCommandLine() ?? end(2, USAGE);

await endInWords(async () => {
  const settings = readOwnSettings();
  const deletions = list === undefined ? undefined : await readDeletions(list);
  await requireWhole(path);
  const folder = await takeDataFolder(settings.dataFolder);
  try {
    await requireEmptyFolder(folder.path);
    const gone = await restore(settings, folder.path, path, deletions).catch(
      async (error: unknown) => {
        await emptyFolder(folder.path);
        throw error;
      },
    );
    const words = deletions ? ` ${gone} accounts that were deleted since are gone again.` : '';
    process.stdout.write(`Restored ${path} into ${folder.path}.${words}\n`);
    if (settings.s3) {
      process.stdout.write(
        'The bucket of S3_BUCKET was left as it is. Uploads that were in the backup lie in uploads/: copy them into the bucket.\n',
      );
    }
  } finally {
    await folder.release();
  }
});
