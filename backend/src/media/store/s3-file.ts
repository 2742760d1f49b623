import type { Readable } from 'node:stream';

import { NotFound } from '../../common/errors/coded-errors.js';
import type { ByteRange } from '../byte-range.js';
import type { StoredFile } from './media-store.js';
import type { S3Bucket } from './s3-bucket.js';

/** An object of the bucket. */
export class S3File implements StoredFile {
  constructor(
    private readonly bucket: S3Bucket,
    private readonly key: string,
    readonly fileName: string,
    readonly bytes: number,
  ) {}

  async read(part?: ByteRange): Promise<Readable> {
    const body = await this.bucket.read(this.key, part);
    // The file was deleted after it was found.
    if (!body) throw new NotFound('file');
    return body;
  }
}
