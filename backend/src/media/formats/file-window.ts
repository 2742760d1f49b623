import { type FileHandle, open } from 'node:fs/promises';

import { InvalidInput } from '../../common/errors/coded-errors.js';

const ZEROS = Buffer.alloc(64 * 1024);

/** Read at a time: small pieces stand close together. */
const PAGE_BYTES = 4_096;

/**
 * A file read and changed in small pieces at known places, however large it
 * is. Made for a walk from the beginning to the end: what was written is not
 * read again.
 */
export class FileWindow {
  private page = Buffer.alloc(0);
  private pageAt = 0;

  private constructor(
    private readonly handle: FileHandle,
    readonly length: number,
  ) {}

  /** Opens a file for as long as the work on it takes. */
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

  /** So many bytes; fewer only where the file ends. */
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

  /** So many bytes, all of which must be there. */
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

/** The refusal of a video that is cut short or makes no sense. */
export function brokenVideo(): InvalidInput {
  return new InvalidInput('The video is broken and cannot be read');
}
