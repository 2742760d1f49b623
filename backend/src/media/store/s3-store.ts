import { basename } from 'node:path';

import { Logger, type OnApplicationShutdown } from '@nestjs/common';

import type { S3Settings } from '../../common/config/env.js';
import type { IncomingFiles } from '../../common/http/incoming-files.js';
import { contentTypeOf } from '../content-type.js';
import { MEDIA_FOLDERS, type MediaFolder } from '../media-file.schema.js';
import { type FinishedForm, MediaStore, type StoredFile } from './media-store.js';
import { S3Client } from './s3-client.js';
import { S3File } from './s3-file.js';
import {
  COPIES,
  formOf,
  FORMS,
  type ImageWidth,
  isOurs,
  namesOf,
  WITHHELD,
} from './stored-names.js';

/** In a bucket of an S3-compatible store, under the names that files have on a disk. */
export class S3Store extends MediaStore implements OnApplicationShutdown {
  private readonly client: S3Client;

  constructor(
    settings: S3Settings,
    private readonly incoming: IncomingFiles,
  ) {
    super();
    this.client = new S3Client(settings, new Logger(S3Store.name));
  }

  requireReady(): Promise<void> {
    return this.client.requireBucket();
  }

  async place(folder: MediaFolder, name: string, forms: readonly FinishedForm[]): Promise<void> {
    try {
      await this.incoming.storing(async () => {
        for (const { path, width } of forms) {
          await this.client.put(keyOf(folder, name, width), path, contentTypeOf(name));
        }
      });
    } catch (error) {
      // Not taken away here: whoever waits has waited long enough for a store that is away.
      this.tellLeft();
      throw error;
    }
  }

  async remove(folder: MediaFolder, names: readonly string[]): Promise<void> {
    await this.orLeave(async () => {
      for (const name of names) {
        const keys = formsOf(name).flatMap((width) => [
          keyOf(folder, name, width),
          keyOf(WITHHELD, name, width),
        ]);
        await Promise.all(keys.map((key) => this.client.remove(key)));
      }
    });
  }

  withhold(folder: MediaFolder, names: readonly string[]): Promise<void> {
    return this.move(folder, WITHHELD, names);
  }

  release(folder: MediaFolder, names: readonly string[]): Promise<void> {
    return this.move(WITHHELD, folder, names);
  }

  async find(
    folder: MediaFolder,
    name: string,
    width?: ImageWidth,
  ): Promise<StoredFile | undefined> {
    if (!isOurs(name)) return undefined;
    for (const key of new Set([keyOf(folder, name, width), keyOf(folder, name)])) {
      const file = await this.file(key);
      if (file) return file;
    }
    return undefined;
  }

  async *names(): AsyncIterable<{ folder: MediaFolder; names: string[] }> {
    for (const place of [...MEDIA_FOLDERS, WITHHELD] as const) {
      const folder = place === WITHHELD ? '' : place;
      for await (const { keys } of this.client.list(prefixOf(place))) {
        yield { folder, names: namesOf(keys.map((key) => basename(key))) };
      }
    }
  }

  copy(path: string, holder: string): Promise<void> {
    return this.client.copy(path, copyOf(path, holder));
  }

  async findCopy(path: string, holder: string): Promise<StoredFile | undefined> {
    return isOurs(basename(path)) ? this.file(copyOf(path, holder)) : undefined;
  }

  async removeCopies(holder: string): Promise<void> {
    await this.orLeave(async () => {
      for await (const { keys } of this.client.list(prefixOf(`${COPIES}/${holder}`))) {
        for (const key of keys) await this.client.remove(key);
      }
    });
  }

  async *holders(): AsyncIterable<string[]> {
    for await (const { folders } of this.client.list(prefixOf(COPIES))) {
      yield folders.map((folder) => basename(folder));
    }
  }

  onApplicationShutdown(): void {
    this.client.close();
  }

  private async file(key: string): Promise<StoredFile | undefined> {
    const bytes = await this.client.size(key);
    return bytes === undefined ? undefined : new S3File(this.client, key, basename(key), bytes);
  }

  /** What is not there was moved before. The second name comes before the first goes. */
  private async move(from: string, to: string, names: readonly string[]): Promise<void> {
    for (const name of names) {
      for (const width of formsOf(name)) {
        await this.client.copy(keyOf(from, name, width), keyOf(to, name, width));
        await this.client.remove(keyOf(from, name, width));
      }
    }
  }
}

/** Only a picture has smaller forms. */
function formsOf(name: string): readonly (ImageWidth | undefined)[] {
  return name.endsWith('.webp') ? FORMS : [undefined];
}

function keyOf(folder: string, name: string, width?: ImageWidth): string {
  return prefixOf(folder) + formOf(name, width);
}

function copyOf(path: string, holder: string): string {
  return `${COPIES}/${holder}/${basename(path)}`;
}

/** The posts' folder has no name, so their files lie at the bucket's top. */
function prefixOf(folder: string): string {
  return folder === '' ? '' : `${folder}/`;
}
