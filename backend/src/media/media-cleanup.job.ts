import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

import { IncomingFiles } from '../common/http/incoming-files.js';
import type { Job } from '../common/jobs/job.js';
import { Jobs } from '../common/jobs/jobs.js';
import { isOver } from '../common/process/process-mark.js';
import { Clock } from '../common/time/clock.js';
import { MediaCopies } from './media-copies.js';
import type { MediaFile } from './media-file.schema.js';
import { MediaRepository } from './media.repository.js';
import { MediaService } from './media.service.js';
import { MediaStore } from './store/media-store.js';

const HOUR_MS = 60 * 60_000;
const MINUTE_MS = 60_000;
const TICK_MS = 1_000;

/** A replaced file is deleted within a minute, also if the process that replaced it has ended. */
const PENDING_MS = 30_000;

/** A crash leaves no more files without a row: `MediaService.discard` deletes as many at a time. */
const MAX_ORPHANS = 100;

/**
 * Removes files without a record: soon after the start, every hour, and a minute after the store
 * was unavailable; those with a row every half minute. Instances may run it concurrently: each
 * handles its own incoming files.
 */
@Injectable()
export class MediaCleanupJob implements OnModuleInit {
  private readonly logger = new Logger(MediaCleanupJob.name);
  private dueAtMs = 0;
  private pendingDueAtMs = 0;
  private readonly job: Job;
  private readonly pendingJob: Job;

  constructor(
    private readonly media: MediaService,
    private readonly copies: MediaCopies,
    private readonly repository: MediaRepository,
    private readonly store: MediaStore,
    private readonly incoming: IncomingFiles,
    private readonly clock: Clock,
    jobs: Jobs,
  ) {
    this.job = jobs.create('media-sweep', () => this.process(), { isConcurrent: true });
    this.pendingJob = jobs.create('pending-media', () => this.removePending(), {
      isConcurrent: true,
    });
  }

  onModuleInit(): void {
    this.store.onOrphans(() => this.retrySoon());
  }

  /** Every second rather than every hour: the first run has to wait for a database that is late. */
  @Interval(TICK_MS)
  async tick(): Promise<void> {
    const now = this.clock.now().getTime();
    if (now >= this.dueAtMs) await this.run();
    else if (now >= this.pendingDueAtMs) await this.pendingJob.run();
  }

  /**
   * Deletes aborted uploads, files without a row, rows that no record names, and orphaned copies.
   */
  run(): Promise<void> {
    return this.job.run();
  }

  private async process(): Promise<void> {
    this.dueAtMs = this.clock.now().getTime() + HOUR_MS;
    const steps = {
      incoming: () => this.incoming.removeLeftBehind(),
      pending: () => this.removePending(),
      orphans: () => this.removeOrphanFiles(),
      copies: () => this.removeOrphanCopies(),
    };
    try {
      await this.processEach(
        Object.entries(steps),
        ([name]) => name,
        ([, run]) => run(),
      );
    } catch (error) {
      this.retrySoon();
      throw error;
    }
  }

  private retrySoon(): void {
    this.dueAtMs = Math.min(this.dueAtMs, this.clock.now().getTime() + MINUTE_MS);
  }

  /** The next run starts no later than the first failed item is due again. */
  private async processEach<Item>(
    ...given: Parameters<typeof Job.prototype.each<Item>>
  ): Promise<void> {
    const retryAt = await this.job.each(...given);
    if (retryAt) this.dueAtMs = Math.min(this.dueAtMs, retryAt.getTime());
  }

  private async removePending(): Promise<void> {
    const now = this.clock.now().getTime();
    this.pendingDueAtMs = now + PENDING_MS;
    const hourAgo = now - HOUR_MS;
    const nameOf = ({ _id }: MediaFile) => _id;
    await this.processEach(
      this.repository.findPending(),
      nameOf,
      async ({ _id, folder, pending }) => {
        if (!pending || !isAbandoned(pending, hourAgo)) return;
        const inUse = await this.media.findInUse(folder, [_id]);
        if (inUse?.has(_id)) await this.media.confirm([_id]);
        else if (inUse) {
          await this.media.discard(folder, [_id]);
          this.logger.log({ event: 'abandoned_file_deleted', folder });
        }
      },
    );
  }

  /** Throws for the files of another database, all of which look like orphans. */
  private async requireOwnFiles(): Promise<void> {
    let count = 0;
    for await (const { names } of this.store.names()) {
      if ((await this.repository.findKnown(names)).size > 0) return;
      count += names.length;
    }
    if (count <= MAX_ORPHANS) return;
    throw new Error(
      `None of the ${count} stored files belongs to this database, so none is deleted. Correct MONGODB_URI, or move the files away.`,
    );
  }

  /** A row exists before its file and is deleted before it, so a file without a row is an orphan. */
  private async removeOrphanFiles(): Promise<void> {
    await this.requireOwnFiles();
    for await (const { folder, names } of this.store.names()) {
      const known = await this.repository.findKnown(names);
      const orphans = names.filter((name) => !known.has(name));
      if (orphans.length === 0) continue;
      const nameOf = (name: string) => `${folder}/${name}`;
      await this.processEach(orphans, nameOf, (name) => this.store.delete(folder, [name]));
      this.logger.log({ event: 'orphan_files_deleted', folder, files: orphans.length });
    }
  }

  private async removeOrphanCopies(): Promise<void> {
    await this.requireOwnFiles();
    const nameOf = (holder: string) => `copies/${holder}`;
    await this.processEach(this.copies.findOrphans(), nameOf, async (holder) => {
      await this.store.deleteCopies(holder);
      this.logger.log({ event: 'orphan_copies_deleted' });
    });
  }
}

function isAbandoned({ since, by }: NonNullable<MediaFile['pending']>, hourAgo: number): boolean {
  return since.getTime() <= hourAgo || isOver(by, since);
}
