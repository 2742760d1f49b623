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

/** A file of a form, on disk until the request is answered. */
export interface IncomingFile {
  field: string;
  path: string;
  bytes: number;
  sha256: string;
}

/** No upload takes longer (SECURITY-BAR §5: 120 s, plus processing): older files are orphaned. */
const ORPHANED_MS = 10 * 60_000;

/** Disk errors that mean full or unavailable; any other is a bug. */
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

/** Of these, errors that concern one file, not the whole disk. */
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
 * Folder of uploads in progress. Each name contains the process that created it, to distinguish
 * orphaned files from files being written.
 */
@Injectable()
export class IncomingFiles {
  private readonly logger = new Logger(IncomingFiles.name);
  private readonly faults = new LogThrottle();
  private readonly folder: string;

  constructor(@Inject(SETTINGS) settings: Settings) {
    this.folder = join(settings.dataFolder, 'uploads', '.incoming');
  }

  /** Returns an unused path in an existing folder. */
  async newPath(): Promise<string> {
    await this.storing(() => mkdir(this.folder, { recursive: true, mode: 0o700 }));
    return join(this.folder, `${PROCESS_MARK}-${randomBytes(16).toString('hex')}`);
  }

  /**
   * Streams a file to disk and hashes it. A stream that is too long or is aborted leaves no file.
   *
   * @param refuse throws for an unacceptable file, by its first bytes (all so far, at most 12) and
   * size so far
   * @param onFirstBytes called once before anything is stored
   */
  async receive(
    field: string,
    stream: Readable,
    refuse: (head: Buffer, bytes: number) => void,
    onFirstBytes: () => Promise<void>,
  ): Promise<IncomingFile> {
    const path = await this.newPath();
    const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
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
          target,
        ),
      );
    } catch (error) {
      // Opening may still be in progress and would recreate the file after its deletion.
      if (!target.closed) await new Promise<void>((done) => target.once('close', () => done()));
      await rm(path, { force: true });
      throw error;
    }
    return { field, path, bytes, sha256: hash.digest('hex') };
  }

  /**
   * Deletes files; those moved elsewhere no longer exist. The cleanup retries what the disk does
   * not delete now.
   */
  async remove(paths: readonly string[]): Promise<void> {
    try {
      await Promise.all(paths.map((path) => rm(path, { force: true })));
    } catch (error) {
      this.logger.warn({ event: 'file_deletion_failed', fault: errorCode(error) });
    }
  }

  /**
   * Deletes orphaned files of ended processes.
   *
   * @throws the first failure, after all other deletions
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
    const isOld = Date.now() - changedAt.getTime() > ORPHANED_MS;
    if (isOld || isOver(name, changedAt)) await rm(path, { force: true, recursive: true });
  }

  /** Runs work on the disk: a full disk is neither the fan's error nor a bug, but 503. */
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
