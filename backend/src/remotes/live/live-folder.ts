import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { MANIFEST_MAX_BYTES } from '@kickoff/contracts';

import { errorCode } from '../../common/errors/error-code.js';
import { type Build, parseBuild } from '../builds/build.js';
import { requireFiles } from '../builds/named-files.js';
import { Refusal } from '../builds/refusal.js';
import { NO_HISTORY, ReleaseHistory } from './release-history.js';

export const MANIFEST = 'mf-manifest.json';
/** Files that KickOff stores beside the builds. They are never served. */
export const OWN_FOLDER = '.kickoff';

/**
 * Reads the manifest of a build; undefined if there is none. Throws a Refusal if it is too large.
 */
export async function readManifest(folder: string): Promise<Buffer | undefined> {
  try {
    const file = await open(join(folder, MANIFEST));
    try {
      if ((await file.stat()).size > MANIFEST_MAX_BYTES) {
        throw new Refusal('mf-manifest.json is over 1 MB');
      }
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Reads a build in a folder and checks its files. Throws a Refusal that states the fault. */
export async function readBuild(name: string, folder: string): Promise<Build> {
  const bytes = await readManifest(folder);
  if (!bytes) throw new Refusal(`there is no mf-manifest.json in ${folder}`);
  const build = parseBuild(name, bytes);
  await requireFiles(folder, build.files);
  return build;
}

/** `KICKOFF_DATA/live/<name>/`: the live build, the files of earlier ones, and their history. */
export class LiveFolder {
  readonly path: string;
  private readonly own: string;

  constructor(
    root: string,
    readonly name: string,
  ) {
    this.path = join(root, name);
    this.own = join(this.path, OWN_FOLDER);
  }

  get historyPath(): string {
    return join(this.own, 'releases.json');
  }

  /** Where files are written before they are renamed. */
  get incoming(): string {
    return join(this.own, 'incoming');
  }

  /** The complete copy of a build that is or was live. */
  storedBuild(build: string): string {
    return join(this.own, 'builds', build);
  }

  /** Changes with the live manifest; undefined if there is none. */
  async manifestStamp(): Promise<string | undefined> {
    try {
      const { mtimeMs, ctimeMs, size, ino } = await stat(join(this.path, MANIFEST));
      return [mtimeMs, ctimeMs, size, ino].join(' ');
    } catch {
      return undefined;
    }
  }

  /** Reads the history; a damaged one counts as absent. */
  async history(): Promise<ReleaseHistory> {
    try {
      return ReleaseHistory.parse(JSON.parse(await readFile(this.historyPath, 'utf8')));
    } catch {
      return NO_HISTORY;
    }
  }

  /**
   * Reads the build that was released last and is stored completely; undefined if there is none.
   */
  async lastGood(): Promise<Build | undefined> {
    const { live } = await this.history();
    if (live === undefined) return undefined;
    return readBuild(this.name, this.storedBuild(live)).catch(() => undefined);
  }
}
