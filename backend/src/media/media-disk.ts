import { constants } from 'node:fs';
import { access, copyFile, link, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { IMAGE_WIDTHS } from '@kickoff/contracts';
import { Inject, Injectable } from '@nestjs/common';

import { SETTINGS } from '../common/config/config.module.js';
import type { Settings } from '../common/config/env.js';
import { errorCode } from '../common/errors/error-code.js';
import { IncomingFiles } from '../common/http/incoming-files.js';
import { MEDIA_FOLDERS, type MediaFolder } from './media-file.schema.js';

export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

/** Names of ours; nothing else is ever looked for on the disk. */
const NAME = /^[0-9a-f]{32}[.](webp|mp4|webm)$/;

/** The whole file, and the smaller forms that an image may have. */
const FORMS = [undefined, ...IMAGE_WIDTHS] as const;

/** The folder of files that are kept and not served; no address leads there. */
const WITHHELD = 'withheld';

/** The folder of second copies, one folder in it for whoever keeps them; no address leads there. */
const COPIES = 'copies';

/** So many names come at once. */
const AT_ONCE = 500;

/** Owns where stored files lie: the whole file under its name, smaller forms of an image beside it. */
@Injectable()
export class MediaDisk {
  private readonly root: string;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly incoming: IncomingFiles,
  ) {
    this.root = join(settings.dataFolder, 'uploads');
  }

  /** Puts a finished file, or a smaller form of it, into its place. */
  async place(from: string, folder: MediaFolder, name: string, width?: ImageWidth): Promise<void> {
    await this.incoming.storing(async () => {
      await mkdir(join(this.root, folder), { recursive: true, mode: 0o700 });
      await rename(from, this.pathOf(folder, name, width));
    });
  }

  /** Takes files away with all their forms, also those out of sight. */
  async remove(folder: MediaFolder, names: readonly string[]): Promise<void> {
    for (const name of names) {
      const paths = FORMS.flatMap((width) => [
        this.pathOf(folder, name, width),
        this.pathOf(WITHHELD, name, width),
      ]);
      await Promise.all(paths.map((path) => rm(path, { force: true })));
    }
  }

  /** Moves files with all their forms to where none is looked for. */
  async withhold(folder: MediaFolder, names: readonly string[]): Promise<void> {
    await mkdir(join(this.root, WITHHELD), { recursive: true, mode: 0o700 });
    await this.move(folder, WITHHELD, names);
  }

  /** Moves files back. */
  release(folder: MediaFolder, names: readonly string[]): Promise<void> {
    return this.move(WITHHELD, folder, names);
  }

  /** The path of a file, of its smaller form where it has one; nothing for a name that is not ours. */
  async find(folder: MediaFolder, name: string, width?: ImageWidth): Promise<string | undefined> {
    if (!NAME.test(name)) return undefined;
    for (const path of [this.pathOf(folder, name, width), this.pathOf(folder, name)]) {
      if (await isThere(path)) return path;
    }
    return undefined;
  }

  /** The names of all files of ours, folder by folder and some at a time. */
  async *names(): AsyncIterable<{ folder: MediaFolder; names: string[] }> {
    for (const folder of MEDIA_FOLDERS) {
      const names = new Set<string>();
      for (const found of await namesIn(join(this.root, folder))) {
        const name = found.replace(/-\d+(?=[.]webp$)/, '');
        if (NAME.test(name)) names.add(name);
      }
      const all = [...names];
      for (let start = 0; start < all.length; start += AT_ONCE) {
        yield { folder, names: all.slice(start, start + AT_ONCE) };
      }
    }
  }

  /** Keeps a second copy of a whole file for a holder, where the file is there and the copy is not. */
  async copy(path: string, holder: string): Promise<void> {
    const copy = this.copyOf(path, holder);
    await mkdir(join(this.root, COPIES, holder), { recursive: true, mode: 0o700 });
    try {
      // Both names stand for the same bytes, which never change.
      await link(join(this.root, path), copy).catch(async (error: unknown) => {
        if (isMissingOrThere(error)) throw error;
        // Not every disk knows links.
        await copyFile(join(this.root, path), copy);
      });
    } catch (error) {
      if (!isMissingOrThere(error)) throw error;
    }
  }

  /** The path of a holder's copy. */
  async findCopy(path: string, holder: string): Promise<string | undefined> {
    const copy = this.copyOf(path, holder);
    return NAME.test(basename(path)) && (await isThere(copy)) ? copy : undefined;
  }

  /** Takes all copies of a holder away. */
  async removeCopies(holder: string): Promise<void> {
    await rm(join(this.root, COPIES, holder), { recursive: true, force: true });
  }

  /** All who keep copies, some at a time. */
  async *holders(): AsyncIterable<string[]> {
    const all = await namesIn(join(this.root, COPIES));
    for (let start = 0; start < all.length; start += AT_ONCE) {
      yield all.slice(start, start + AT_ONCE);
    }
  }

  /** What is not there was moved before, or never had this form. */
  private async move(from: string, to: string, names: readonly string[]): Promise<void> {
    for (const name of names) {
      for (const width of FORMS) {
        try {
          await rename(this.pathOf(from, name, width), this.pathOf(to, name, width));
        } catch (error) {
          if (errorCode(error) !== 'ENOENT') throw error;
        }
      }
    }
  }

  private copyOf(path: string, holder: string): string {
    return join(this.root, COPIES, holder, basename(path));
  }

  private pathOf(folder: string, name: string, width?: ImageWidth): string {
    const file = width === undefined ? name : name.replace('.', `-${width}.`);
    return join(this.root, folder, file);
  }
}

function isMissingOrThere(error: unknown): boolean {
  return errorCode(error) === 'ENOENT' || errorCode(error) === 'EEXIST';
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
