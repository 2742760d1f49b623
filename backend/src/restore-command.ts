import { randomUUID } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { z } from 'zod';

import { endInWords } from './command-line.js';
import { end, say } from './command-output.js';
import { requireWhole } from './common/backup/archive-reader.js';
import {
  claimDatabase,
  clearFolder,
  emptyDatabase,
  openDatabase,
  releaseDatabase,
  requireEmptyFolder,
  restoreDatabase,
  restoreFiles,
} from './common/backup/restore.js';
import { unmarkFolder } from './common/backup/unfinished-restore.js';
import { diskFaultOf, takeDataFolder } from './common/config/data-folder.js';
import { readOwnSettings, resolveArgument, type Settings } from './common/config/env.js';
import { StartError } from './common/config/start-error.js';
import { EmbeddedMongo } from './common/mongo/embedded/embedded-mongo.js';
import { findMongod } from './common/mongo/embedded/find-mongod.js';

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
    const fanIds = lines.map((line) => Deletion.parse(JSON.parse(line)).fanId);
    // The server appends to it: the last line may lack its end where people made the list.
    return { text: lines.map((line) => `${line}\n`).join(''), fanIds };
  } catch {
    throw new StartError(
      `The file ${path} is no list of deletions: each line has to be {"fanId", "at"}. Nothing was restored.`,
    );
  }
}

/** The database to fill. */
interface Target {
  /** Resolves with its address. */
  open: () => Promise<string>;
  close: () => Promise<void>;
}

/** Returns the database of `MONGODB_URI`, or one that is started in the folder when it is opened. */
async function findTarget({ mongodbUri, mongodBinary }: Settings, folder: string): Promise<Target> {
  if (mongodbUri !== undefined) {
    return { open: () => Promise.resolve(mongodbUri), close: () => Promise.resolve() };
  }
  const embedded = new EmbeddedMongo({
    binary: await findMongod({ binary: mongodBinary, say }),
    folder: join(folder, 'mongodb'),
    say,
    onGivenUp: say,
  });
  return { open: () => embedded.start(), close: () => embedded.stop() };
}

interface Restore {
  id: string;
  settings: Settings;
  /** The backup. */
  path: string;
  deletions: Deletions | undefined;
  folder: string;
  target: Target;
  /** Ends it like a failure. */
  signal: AbortSignal;
}

/** Deletes again the accounts deleted after the backup, and returns their number. */
async function applyDeletions(
  { id, settings, signal }: Restore,
  databaseUri: string,
  { text, fanIds }: Deletions,
): Promise<number> {
  // Retained for the next restore.
  await appendFile(join(settings.dataFolder, 'deletions.jsonl'), text, { mode: 0o600 });
  // Loads the whole application, which most faults of a restore come before.
  const { removeAgain } = await import('./remove-again.js');
  return removeAgain({ settings, databaseUri, restoreId: id, signal }, fanIds);
}

/** Fills the folder and the database, and removes their markers. */
async function fill(restore: Restore, databaseUri: string): Promise<number> {
  const { id, folder, path, deletions, signal } = restore;
  const client = await openDatabase(databaseUri);
  try {
    await claimDatabase(client, id);
    try {
      await restoreFiles(path, folder, signal);
      await restoreDatabase(path, client, id, signal);
      const gone = deletions ? await applyDeletions(restore, databaseUri, deletions) : 0;
      signal.throwIfAborted();
      // The database last: after a kill in between, a restore into another folder is possible.
      await unmarkFolder(folder);
      await releaseDatabase(client, id);
      return gone;
    } catch (error) {
      await emptyDatabase(client, id);
      throw error;
    }
  } finally {
    await client.close();
  }
}

/** Restores into an empty folder and an empty database; on failure both are empty again. */
async function run(restore: Restore): Promise<number> {
  const { folder, target, signal } = restore;
  try {
    await clearFolder(folder, say);
    try {
      const uri = await target.open();
      signal.throwIfAborted();
      return await fill(restore, uri);
    } finally {
      await target.close();
    }
  } catch (error) {
    await clearFolder(folder, say);
    await unmarkFolder(folder);
    throw diskFaultOf(error, folder) ?? error;
  }
}

/** Aborts on the signals that end a command; Ctrl-C arrives twice, the second from npm. */
function abortOnSignals(): AbortSignal {
  const controller = new AbortController();
  const words = 'The restore was interrupted. The data folder and the database are empty again.';
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => controller.abort(new StartError(words)));
  }
  return controller.signal;
}

function readCommandLine() {
  try {
    const { values, positionals } = parseArgs({
      options: { deletions: { type: 'string' } },
      allowPositionals: true,
    });
    const [file, ...rest] = positionals;
    if (file === undefined || rest.length > 0) return undefined;
    const { deletions } = values;
    return { path: resolveArgument(file), list: deletions && resolveArgument(deletions) };
  } catch {
    return undefined;
  }
}

const { path, list } = readCommandLine() ?? end(2, USAGE);

await endInWords(async () => {
  const settings = readOwnSettings();
  const deletions = list === undefined ? undefined : await readDeletions(list);
  await requireWhole(path);
  const folder = await takeDataFolder(settings.dataFolder);
  try {
    await requireEmptyFolder(folder.path);
    const target = await findTarget(settings, folder.path);
    const gone = await run({
      id: randomUUID(),
      settings,
      path,
      deletions,
      folder: folder.path,
      target,
      // Until here nothing is written, and a signal ends the process at once.
      signal: abortOnSignals(),
    });
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
