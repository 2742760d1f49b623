import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import type { RemoteOrigin } from '../../common/config/remote-origins.js';
import { type Build, parseBuild } from '../builds/build.js';
import { OWN_FOLDER } from '../live/live-folder.js';

const Stored = z.object({
  base: z.string(),
  liveSince: z.iso.datetime(),
  /** As it was sent. */
  manifest: z.string(),
});

/** The last valid manifest of a remote on another origin. */
export interface LastGoodManifest {
  build: Build;
  liveSince: string;
}

const pathOf = (root: string, name: string) => join(root, OWN_FOLDER, 'origins', `${name}.json`);

/** Reads the last good manifest of an origin; undefined if unknown, or from another address. */
export async function readLastGood(
  root: string,
  { name, base }: RemoteOrigin,
): Promise<LastGoodManifest | undefined> {
  try {
    const stored = Stored.parse(JSON.parse(await readFile(pathOf(root, name), 'utf8')));
    if (stored.base !== base) return undefined;
    return {
      build: parseBuild(name, Buffer.from(stored.manifest)),
      liveSince: stored.liveSince,
    };
  } catch {
    return undefined;
  }
}

/** Stores the manifest of an origin atomically. */
export async function writeLastGood(
  root: string,
  { name, base }: RemoteOrigin,
  manifest: Buffer,
  now: Date,
): Promise<void> {
  const path = pathOf(root, name);
  const stored = { base, liveSince: now.toISOString(), manifest: manifest.toString() };
  await mkdir(join(root, OWN_FOLDER, 'origins'), { recursive: true });
  await writeFile(`${path}.part`, JSON.stringify(stored));
  await rename(`${path}.part`, path);
}
