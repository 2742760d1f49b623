import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { RemoteName, SHELL } from '@kickoff/contracts';

import type { RemoteOrigin } from '../../common/config/remote-origins.js';
import { errorCode } from '../../common/errors/error-code.js';
import { Refusal } from '../builds/refusal.js';
import { LiveFolder, readBuild } from './live-folder.js';
import type { KnownPart } from './resolve-claims.js';

/** Returns the folder of everything that is live on this disk. */
export function liveRoot(dataFolder: string): string {
  return join(dataFolder, 'live');
}

/**
 * Returns the live folders of the shell and of the remotes that `REMOTES` does not place on another
 * origin.
 */
export async function liveFolders(
  dataFolder: string,
  origins: readonly RemoteOrigin[],
): Promise<LiveFolder[]> {
  const root = liveRoot(dataFolder);
  const elsewhere = new Set(origins.map(({ name }) => name));
  const names = await readdir(root).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => name === SHELL || RemoteName.safeParse(name).success)
    .filter((name) => !elsewhere.has(name))
    .map((name) => new LiveFolder(root, name));
}

/** Reads what is and was live in a folder; undefined if nothing ever was. */
export async function readPart(folder: LiveFolder): Promise<KnownPart | undefined> {
  if ((await folder.manifestStamp()) === undefined) {
    const lastGood = await folder.lastGood();
    const problem = 'there is no mf-manifest.json where it is live';
    return lastGood && { name: folder.name, lastGood, problem };
  }
  const [newest, lastGood] = await Promise.all([
    readBuild(folder.name, folder.path).catch((error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    }),
    folder.lastGood(),
  ]);
  return newest instanceof Refusal
    ? { name: folder.name, lastGood, problem: newest.message }
    : { name: folder.name, newest, lastGood };
}
