import { copyFile, link, mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { errorCode } from '../../common/errors/error-code.js';
import { namesIn } from '../../common/files/names-in.js';
import type { IncomingFiles } from '../../common/http/incoming-files.js';
import { MEDIA_FOLDERS, type MediaFolder } from '../media-file.schema.js';
import { DiskFile } from './disk-file.js';
import { type Rendition, MediaStore, type StoredFile } from './media-store.js';
import {
  COPIES_FOLDER,
  renditionName,
  RENDITION_WIDTHS,
  type ImageWidth,
  isStoredName,
  toOriginalNames,
  HIDDEN_FOLDER,
} from './stored-names.js';

/** In the data folder of this machine. */
export class DiskStore extends MediaStore {
  private readonly root: string;

  constructor(
    dataFolder: string,
    private readonly incoming: IncomingFiles,
  ) {
    super();
    this.root = join(dataFolder, 'uploads');
  }

  /** The start locks the data folder first, and fails there. */
  requireReady(): Promise<void> {
    return Promise.resolve();
  }

  async place(folder: MediaFolder, name: string, renditions: readonly Rendition[]): Promise<void> {
    try {
      await this.incoming.storing(async () => {
        await mkdir(join(this.root, folder), { recursive: true, mode: 0o700 });
        for (const { path, width } of renditions)
          await rename(path, this.filePath(folder, name, width));
      });
    } catch (error) {
      await this.remove(folder, [name]);
      throw error;
    }
  }

  async delete(folder: MediaFolder, names: readonly string[]): Promise<void> {
    for (const name of names) {
      const paths = RENDITION_WIDTHS.flatMap((width) => [
        this.filePath(folder, name, width),
        this.filePath(HIDDEN_FOLDER, name, width),
      ]);
      await this.deletePaths(paths);
    }
  }

  async hide(folder: MediaFolder, names: readonly string[]): Promise<void> {
    await this.makeFolder(HIDDEN_FOLDER);
    await this.move(folder, HIDDEN_FOLDER, names);
  }

  unhide(folder: MediaFolder, names: readonly string[]): Promise<void> {
    return this.move(HIDDEN_FOLDER, folder, names);
  }

  async find(
    folder: MediaFolder,
    name: string,
    width?: ImageWidth,
  ): Promise<StoredFile | undefined> {
    if (!isStoredName(name)) return undefined;
    for (const path of [this.filePath(folder, name, width), this.filePath(folder, name)]) {
      const file = await this.open(path);
      if (file) return file;
    }
    return undefined;
  }

  async *names(): AsyncIterable<{ folder: MediaFolder; names: string[] }> {
    for (const place of [...MEDIA_FOLDERS, HIDDEN_FOLDER] as const) {
      const folder = place === HIDDEN_FOLDER ? '' : place;
      for await (const names of namesIn(join(this.root, place))) {
        yield { folder, names: toOriginalNames(names) };
      }
    }
  }

  copy(path: string, holder: string): Promise<void> {
    const copy = this.copyPath(path, holder);
    return this.incoming.storing(async () => {
      await this.makeFolder(join(COPIES_FOLDER, holder));
      try {
        // A hard link is safe: the bytes never change.
        await link(join(this.root, path), copy).catch(async (error: unknown) => {
          if (isMissingOrThere(error)) throw error;
          // Not every file system supports links.
          await copyFile(join(this.root, path), copy);
        });
      } catch (error) {
        if (!isMissingOrThere(error)) throw error;
      }
    });
  }

  async findCopy(path: string, holder: string): Promise<StoredFile | undefined> {
    return isStoredName(basename(path)) ? this.open(this.copyPath(path, holder)) : undefined;
  }

  deleteCopies(holder: string): Promise<void> {
    return this.deletePaths([join(this.root, COPIES_FOLDER, holder)]);
  }

  holders(): AsyncIterable<string[]> {
    return namesIn(join(this.root, COPIES_FOLDER));
  }

  private deletePaths(paths: readonly string[]): Promise<void> {
    return this.incoming.storing(async () => {
      await Promise.all(paths.map((path) => rm(path, { recursive: true, force: true })));
    });
  }

  /** Undefined if the file does not exist; throws if the disk cannot read it. */
  private open(path: string): Promise<StoredFile | undefined> {
    return this.incoming.storing(async () => {
      try {
        return new DiskFile(path, (await stat(path)).size, this.incoming);
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return undefined;
        throw error;
      }
    });
  }

  /** A missing file was moved before, or never had this rendition. */
  private async move(from: string, to: string, names: readonly string[]): Promise<void> {
    for (const name of names) {
      for (const width of RENDITION_WIDTHS) {
        const [before, after] = [this.filePath(from, name, width), this.filePath(to, name, width)];
        await this.incoming.storing(() => rename(before, after).catch(unlessMissing));
      }
    }
  }

  private async makeFolder(name: string): Promise<void> {
    await this.incoming.storing(() =>
      mkdir(join(this.root, name), { recursive: true, mode: 0o700 }),
    );
  }

  private copyPath(path: string, holder: string): string {
    return join(this.root, COPIES_FOLDER, holder, basename(path));
  }

  private filePath(folder: string, name: string, width?: ImageWidth): string {
    return join(this.root, folder, renditionName(name, width));
  }
}

function isMissingOrThere(error: unknown): boolean {
  return errorCode(error) === 'ENOENT' || errorCode(error) === 'EEXIST';
}

function unlessMissing(error: unknown): void {
  if (errorCode(error) !== 'ENOENT') throw error;
}
