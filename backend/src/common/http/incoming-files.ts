import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { Inject, Injectable, Logger } from '@nestjs/common';

import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/env.js';
import { CodedError, FileUnavailable, Unavailable } from '../errors/coded-errors.js';
import { errorCode } from '../errors/error-code.js';
import { HEAD_BYTES } from '../files/content-kind.js';
import { namesIn } from '../files/names-in.js';
import { LogThrottle } from '../logging/log-throttle.js';
import { isOver, PROCESS_MARK } from '../process/process-mark.js';

/** A file as it came with a form, on disk until the call is answered. */
export interface IncomingFile {
  field: string;
  path: string;
  bytes: number;
  sha256: string;
}

/** No upload takes longer (SECURITY-BAR §5: 120 s, and the work on it): what is older was left behind. */
const LEFT_BEHIND_MS = 10 * 60_000;

/** What the disk answers when it is full or away; anything else is a bug of ours. */
const STORAGE_FAULTS = new Set<unknown>([
  'EACCES',
  'EBUSY',
  'EDQUOT',
  'EEXIST',
  'EIO',
  'EISDIR',
  'ELOOP',
  'EMFILE',
  'ENFILE',
  'ENOENT',
  'ENOSPC',
  'ENOTDIR',
  'EPERM',
  'EROFS',
  'ESTALE',
  'ETIMEDOUT',
]);

/** Those that concern the file at hand, not the whole disk. */
const FAULTS_OF_ONE_FILE = new Set<unknown>([
  'EACCES',
  'EBUSY',
  'EEXIST',
  'EIO',
  'EISDIR',
  'ELOOP',
  'ENOTDIR',
  'EPERM',
]);

const CANNOT_STORE = 'KickOff cannot store files at the moment. Please try again later.';

/**
 * The folder of uploads in progress. Each name contains the process that made it, to distinguish
 * files of dead processes from files being written.
 */
@Injectable()
export class IncomingFiles {
  private readonly logger = new Logger(IncomingFiles.name);
  private readonly faults = new LogThrottle();
  private readonly folder: string;

  constructor(@Inject(SETTINGS) settings: Settings) {
    this.folder = join(settings.dataFolder, 'uploads', '.incoming');
  }

  /** A path that nobody else has, in a folder that exists. */
  async newPath(): Promise<string> {
    await this.storing(() => mkdir(this.folder, { recursive: true, mode: 0o700 }));
    return join(this.folder, `${PROCESS_MARK}-${randomBytes(16).toString('hex')}`);
  }

  /**
   * Writes a stream to disk as it comes, hashed on the way. A stream that is
   * too long or breaks off leaves nothing.
   *
   * @param refuse throws where the file cannot become one of ours, by its first bytes (all that have come, and
   *   12 at most) and how many there are by now
   * @param onFirstBytes asked once before anything is stored
   */
  async receive(
    field: string,
    stream: Readable,
    refuse: (head: Buffer, bytes: number) => void,
    onFirstBytes: () => Promise<void>,
  ): Promise<IncomingFile> {
    const path = await this.newPath();
    const hash = createHash('sha256');
    let bytes = 0;
    let head = Buffer.alloc(0);
    try {
      await this.storing(() =>
        pipeline(
          stream,
          async function* (chunks: AsyncIterable<Buffer>) {
            for await (const chunk of chunks) {
              if (bytes === 0) await onFirstBytes();
              bytes += chunk.length;
              head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
              refuse(head, bytes);
              hash.update(chunk);
              yield chunk;
            }
          },
          createWriteStream(path, { flags: 'wx', mode: 0o600 }),
        ),
      );
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return { field, path, bytes, sha256: hash.digest('hex') };
  }

  /** Takes files away; those that have been moved on are gone already. What the disk does not take away now, the sweep does. */
  async remove(paths: readonly string[]): Promise<void> {
    try {
      await Promise.all(paths.map((path) => rm(path, { force: true })));
    } catch (error) {
      this.logger.warn({ event: 'file_deletion_failed', fault: errorCode(error) });
    }
  }

  /**
   * Deletes what processes that have ended left behind.
   *
   * @throws the first failure, once all others are deleted
   */
  async removeLeftBehind(): Promise<void> {
    const failures: unknown[] = [];
    for await (const names of namesIn(this.folder)) {
      for (const name of names) {
        await this.removeIfLeftBehind(name).catch((error: unknown) => failures.push(error));
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  private async removeIfLeftBehind(name: string): Promise<void> {
    const path = join(this.folder, name);
    const changedAt = await changeOf(path);
    if (!changedAt) return;
    const isOld = Date.now() - changedAt.getTime() > LEFT_BEHIND_MS;
    if (isOld || isOver(name, changedAt)) await rm(path, { force: true, recursive: true });
  }

  /** Work on the disk: a full one is no fault of the fan's and no bug of ours, but 503. */
  async storing<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof CodedError || !STORAGE_FAULTS.has(errorCode(error))) throw error;
      this.faults.run((count) =>
        this.logger.error({ event: 'storage_failed', fault: errorCode(error), count }),
      );
      throw FAULTS_OF_ONE_FILE.has(errorCode(error))
        ? new FileUnavailable(CANNOT_STORE, error)
        : new Unavailable(CANNOT_STORE);
    }
  }
}

async function changeOf(path: string): Promise<Date | undefined> {
  try {
    return (await stat(path)).mtime;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
