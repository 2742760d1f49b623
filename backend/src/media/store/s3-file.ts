import type { Readable } from 'node:stream';

import { NotFound } from '../../common/errors/coded-errors.js';
import type { Part } from '../byte-range.js';
import type { StoredFile } from './media-store.js';
import type { S3Client } from './s3-client.js';

/** An object of the bucket. */
export class S3File implements StoredFile {
  constructor(
    private readonly client: S3Client,
    private readonly key: string,
    readonly form: string,
    readonly bytes: number,
  ) {}

  async read(part?: Part): Promise<Readable> {
    const body = await this.client.read(this.key, part);
    // Gone since it was found.
    if (!body) throw new NotFound('file');
    return body;
  }
}
