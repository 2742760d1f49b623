import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { Request, Response } from 'express';

import { BadRange, NotFound } from '../../common/errors/coded-errors.js';
import type { Part, S3Client } from './s3-client.js';
import type { StoredFile } from './media-store.js';

/** An object of the bucket. It is sent as Express sends a file of the disk: in the part and under the conditions asked for. */
export class S3File implements StoredFile {
  constructor(
    private readonly client: S3Client,
    private readonly key: string,
    readonly form: string,
    private readonly bytes: number,
  ) {}

  read(): Promise<Readable> {
    return this.readPart();
  }

  async send(response: Response): Promise<void> {
    const request = response.req;
    if (request.fresh) {
      response.removeHeader('Content-Type');
      response.status(304).end();
      return;
    }
    const part = this.partAskedFor(request, response);
    const { start, end } = part ?? { start: 0, end: this.bytes - 1 };
    // Nothing is said before the store has answered, for it may be away.
    const body = request.method === 'HEAD' ? undefined : await this.readPart(part);
    if (part) response.status(206).set('Content-Range', `bytes ${start}-${end}/${this.bytes}`);
    response.set({ 'Accept-Ranges': 'bytes', 'Content-Length': String(end - start + 1) });
    if (body) await pipeline(body, response);
    else response.end();
  }

  private async readPart(part?: Part): Promise<Readable> {
    const body = await this.client.read(this.key, part);
    // Gone since it was found.
    if (!body) throw new NotFound('file');
    return body;
  }

  /** Nothing where all of it is: also for a range that cannot be read, and for several at once. */
  private partAskedFor(request: Request, response: Response): Part | undefined {
    const condition = request.get('If-Range');
    const etag = response.get('ETag') ?? '';
    if (condition !== undefined && !condition.includes(etag)) return undefined;
    const ranges = request.range(this.bytes, { combine: true });
    if (ranges === -1) {
      response.set('Content-Range', `bytes */${this.bytes}`);
      throw new BadRange();
    }
    if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes') return undefined;
    return ranges.length === 1 ? ranges[0] : undefined;
  }
}
