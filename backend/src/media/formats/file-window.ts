import { type FileHandle, open } from 'node:fs/promises';

import { InvalidInput } from '../../common/errors/coded-errors.js';

const ZEROS = Buffer.alloc(64 * 1024);

/** Bytes per read: small pieces are close together. */
const PAGE_BYTES = 4_096;

/**
 * Reads and changes small pieces of a file of any size at known offsets. For one pass from start to
 * end: written bytes are not read again.
 */
export class FileWindow {
  private page = Buffer.alloc(0);
  private pageAt = 0;

  private constructor(
    private readonly handle: FileHandle,
    readonly length: number,
  ) {}

  /** Opens a file for the duration of `work`. */
  static async over<Result>(
    path: string,
    work: (file: FileWindow) => Promise<Result>,
  ): Promise<Result> {
    const handle = await open(path, 'r+');
    try {
      const { size } = await handle.stat();
      return await work(new FileWindow(handle, size));
    } finally {
      await handle.close();
    }
  }

  /** Reads up to `length` bytes; fewer only at the end of the file. */
  async upTo(at: number, length: number): Promise<Buffer> {
    const isOnPage = at >= this.pageAt && at + length <= this.pageAt + this.page.length;
    if (!isOnPage) {
      const page = Buffer.alloc(Math.max(length, PAGE_BYTES));
      const { bytesRead } = await this.handle.read(page, 0, page.length, at);
      this.page = page.subarray(0, bytesRead);
      this.pageAt = at;
    }
    return this.page.subarray(at - this.pageAt, at - this.pageAt + length);
  }

  /** Reads exactly `length` bytes; throws if the file ends before. */
  async bytes(at: number, length: number): Promise<Buffer> {
    const bytes = await this.upTo(at, length);
    if (bytes.length < length) throw brokenVideo();
    return bytes;
  }

  async write(at: number, bytes: Buffer): Promise<void> {
    await this.handle.write(bytes, 0, bytes.length, at);
  }

  async zero(from: number, to: number): Promise<void> {
    for (let at = from; at < to; at += ZEROS.length) {
      await this.write(at, ZEROS.subarray(0, Math.min(ZEROS.length, to - at)));
    }
  }
}

/** Creates the error for a truncated or invalid video. */
export function brokenVideo(): InvalidInput {
  return new InvalidInput('The video is broken and cannot be read');
}
