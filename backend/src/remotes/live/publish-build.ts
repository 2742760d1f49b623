import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

import type { Build } from '../builds/build.js';
import { type LiveFolder, MANIFEST } from './live-folder.js';
import { expiredReleases, type ReleaseHistory, withRelease } from './release-history.js';

/**
 * Publishes a checked build to a live folder: its files, then its manifest, atomically and last.
 */
export async function publishBuild(
  folder: LiveFolder,
  build: Build,
  from: string,
  now: Date,
): Promise<void> {
  await rm(folder.incoming, { recursive: true, force: true });
  const stored = folder.storedBuild(build.id);
  if (from !== stored) await storeBuild(folder, from, stored);
  const files = await filesOf(stored);
  await Promise.all(
    files.map((file) => writeAtomically(folder, join(stored, file), join(folder.path, file))),
  );
  await writeAtomically(folder, join(stored, MANIFEST), join(folder.path, MANIFEST));
  await recordRelease(folder, build, files, now);
}

/**
 * Stores a build that was copied into the live folder by hand, so that it is known after a restart
 * and if its manifest becomes invalid. Any file there may belong to it: manifests do not name
 * fonts.
 */
export async function adoptBuild(folder: LiveFolder, build: Build, now: Date): Promise<void> {
  await rm(folder.incoming, { recursive: true, force: true });
  await storeBuild(folder, folder.path, folder.storedBuild(build.id));
  await recordRelease(folder, build, await filesOf(folder.storedBuild(build.id)), now);
}

async function recordRelease(
  folder: LiveFolder,
  { id, version }: Build,
  files: string[],
  now: Date,
): Promise<void> {
  const before = await folder.history();
  const history = withRelease(before, { build: id, version, files }, now);
  await writeHistory(folder, await deleteExpired(folder, history, now));
}

/** Deletes the files of expired builds that no other build shares. */
async function deleteExpired(
  folder: LiveFolder,
  history: ReleaseHistory,
  now: Date,
): Promise<ReleaseHistory> {
  const expired = expiredReleases(history, now);
  if (expired.length === 0) return history;
  const releases = history.releases.map((release) =>
    expired.includes(release) ? { ...release, files: [] } : release,
  );
  const retained = new Set(releases.flatMap(({ files }) => files));
  for (const { build, files } of expired) {
    for (const file of files) {
      if (!retained.has(file)) await rm(join(folder.path, file), { force: true });
    }
    await rm(folder.storedBuild(build), { recursive: true, force: true });
  }
  return { ...history, releases };
}

/**
 * Copies a build completely, without the manifest's compressed copies, which could differ from it.
 */
async function storeBuild(folder: LiveFolder, from: string, stored: string): Promise<void> {
  const incoming = join(folder.incoming, randomUUID());
  const names = [...(await filesOf(from)), MANIFEST];
  await Promise.all(
    names.map(async (file) => {
      await mkdir(dirname(join(incoming, file)), { recursive: true });
      await copyFile(join(from, file), join(incoming, file), constants.COPYFILE_FICLONE);
    }),
  );
  await mkdir(dirname(stored), { recursive: true });
  // A build with the same manifest may have been stored before.
  await rm(stored, { recursive: true, force: true });
  await rename(incoming, stored);
}

/** Finds the files of a build except its manifest, links and dot files. */
async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(
      (file) => !/(?:^|\/)\./.test(file) && !/^mf-manifest\.json(?:\.(?:br|gz))?$/.test(file),
    );
}

/** Writes a file atomically; an equal one is left unchanged. */
async function writeAtomically(folder: LiveFolder, from: string, to: string): Promise<void> {
  if (await isSame(from, to)) return;
  await mkdir(dirname(to), { recursive: true });
  await mkdir(folder.incoming, { recursive: true });
  const incoming = join(folder.incoming, randomUUID());
  await copyFile(from, incoming, constants.COPYFILE_FICLONE);
  await rename(incoming, to);
}

async function isSame(one: string, other: string): Promise<boolean> {
  try {
    const [{ size }, { size: otherSize }] = await Promise.all([stat(one), stat(other)]);
    return size === otherSize && (await readFile(one)).equals(await readFile(other));
  } catch {
    return false;
  }
}

async function writeHistory(folder: LiveFolder, history: ReleaseHistory): Promise<void> {
  await mkdir(folder.incoming, { recursive: true });
  const incoming = join(folder.incoming, randomUUID());
  await writeFile(incoming, JSON.stringify(history, null, 2));
  await rename(incoming, folder.historyPath);
}
