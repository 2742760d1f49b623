import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';

import { NotFound } from '../../common/errors/coded-errors.js';
import { errorCode } from '../../common/errors/error-code.js';
import type { IncomingFiles } from '../../common/http/incoming-files.js';
import type { ByteRange } from '../byte-range.js';
import type { StoredFile } from './media-store.js';

/** A file of this machine's disk. */
export class DiskFile implements StoredFile {
  readonly fileName: string;

  constructor(
    private readonly path: string,
    readonly bytes: number,
    private readonly incoming: IncomingFiles,
  ) {
    this.fileName = basename(path);
  }

  async read(part?: ByteRange): Promise<Readable> {
    const file = await this.incoming.storing(() => open(this.path).catch(toNotFound));
    return file.createReadStream(part);
  }
}

/** The file was deleted after it was found. */
function toNotFound(error: unknown): never {
  throw errorCode(error) === 'ENOENT' ? new NotFound('file') : error;
}
