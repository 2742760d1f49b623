import { basename } from 'node:path';

import { Logger, type OnApplicationShutdown } from '@nestjs/common';

import type { S3Settings } from '../../common/config/env.js';
import type { IncomingFiles } from '../../common/http/incoming-files.js';
import { detectContentType } from '../content-type.js';
import { MEDIA_FOLDERS, type MediaFolder } from '../media-file.schema.js';
import { type Rendition, MediaStore, type StoredFile } from './media-store.js';
import { S3Bucket } from './s3-bucket.js';
import { S3File } from './s3-file.js';
import {
  COPIES_FOLDER,
  renditionName,
  RENDITION_WIDTHS,
  type ImageWidth,
  isStoredName,
  toOriginalNames,
  HIDDEN_FOLDER,
} from './stored-names.js';

/** In a bucket of an S3-compatible store, under the names that files have on a disk. */
export class S3Store extends MediaStore implements OnApplicationShutdown {
  private readonly bucket: S3Bucket;

  constructor(
    settings: S3Settings,
    private readonly incoming: IncomingFiles,
  ) {
    super();
    this.bucket = new S3Bucket(settings, new Logger(S3Store.name));
  }

  requireReady(): Promise<void> {
    return this.bucket.requireUsable();
  }

  async place(folder: MediaFolder, name: string, renditions: readonly Rendition[]): Promise<void> {
    try {
      await this.incoming.storing(async () => {
        for (const { path, width } of renditions) {
          await this.bucket.put(toKey(folder, name, width), path, detectContentType(name));
        }
      });
    } catch (error) {
      // Not removed here: the caller has waited long enough for an unavailable store.
      this.reportOrphans();
      throw error;
    }
  }

  async delete(folder: MediaFolder, names: readonly string[]): Promise<void> {
    for (const name of names) {
      const keys = renditionWidths(name).flatMap((width) => [
        toKey(folder, name, width),
        toKey(HIDDEN_FOLDER, name, width),
      ]);
      await Promise.all(keys.map((key) => this.bucket.remove(key)));
    }
  }

  hide(folder: MediaFolder, names: readonly string[]): Promise<void> {
    return this.move(folder, HIDDEN_FOLDER, names);
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
    for (const key of new Set([toKey(folder, name, width), toKey(folder, name)])) {
      const file = await this.open(key);
      if (file) return file;
    }
    return undefined;
  }

  async *names(): AsyncIterable<{ folder: MediaFolder; names: string[] }> {
    for (const place of [...MEDIA_FOLDERS, HIDDEN_FOLDER] as const) {
      const folder = place === HIDDEN_FOLDER ? '' : place;
      for await (const { keys } of this.bucket.list(toPrefix(place))) {
        yield { folder, names: toOriginalNames(keys.map((key) => basename(key))) };
      }
    }
  }

  copy(path: string, holder: string): Promise<void> {
    return this.bucket.copy(path, toCopyKey(path, holder));
  }

  async findCopy(path: string, holder: string): Promise<StoredFile | undefined> {
    return isStoredName(basename(path)) ? this.open(toCopyKey(path, holder)) : undefined;
  }

  async deleteCopies(holder: string): Promise<void> {
    for await (const { keys } of this.bucket.list(toPrefix(`${COPIES_FOLDER}/${holder}`))) {
      for (const key of keys) await this.bucket.remove(key);
    }
  }

  async *holders(): AsyncIterable<string[]> {
    for await (const { folders } of this.bucket.list(toPrefix(COPIES_FOLDER))) {
      yield folders.map((folder) => basename(folder));
    }
  }

  onApplicationShutdown(): void {
    this.bucket.close();
  }

  private async open(key: string): Promise<StoredFile | undefined> {
    const bytes = await this.bucket.size(key);
    return bytes === undefined ? undefined : new S3File(this.bucket, key, basename(key), bytes);
  }

  /** A missing file was moved before. The copy is made before the original is deleted. */
  private async move(from: string, to: string, names: readonly string[]): Promise<void> {
    for (const name of names) {
      for (const width of renditionWidths(name)) {
        await this.bucket.copy(toKey(from, name, width), toKey(to, name, width));
        await this.bucket.remove(toKey(from, name, width));
      }
    }
  }
}

/** Only a picture has renditions. */
function renditionWidths(name: string): readonly (ImageWidth | undefined)[] {
  return name.endsWith('.webp') ? RENDITION_WIDTHS : [undefined];
}

function toKey(folder: string, name: string, width?: ImageWidth): string {
  return toPrefix(folder) + renditionName(name, width);
}

function toCopyKey(path: string, holder: string): string {
  return `${COPIES_FOLDER}/${holder}/${basename(path)}`;
}

/** The posts' folder has an empty name, so its files are at the bucket's top level. */
function toPrefix(folder: string): string {
  return folder === '' ? '' : `${folder}/`;
}
