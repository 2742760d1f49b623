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

/**
 * Owns that nothing stays behind: soon after the start and every hour it takes
 * away what no record names, and a minute after a store that is away has kept
 * something. Several instances do it at the same time: each sees to its own incoming files.
 */
@Injectable()
export class MediaSweep implements OnModuleInit {
  private readonly logger = new Logger(MediaSweep.name);
  private dueAtMs = 0;
  private readonly job: Job;

  constructor(
    private readonly media: MediaService,
    private readonly copies: MediaCopies,
    private readonly repository: MediaRepository,
    private readonly store: MediaStore,
    private readonly incoming: IncomingFiles,
    private readonly clock: Clock,
    jobs: Jobs,
  ) {
    this.job = jobs.create('media-sweep', () => this.turn(), { isConcurrent: true });
  }

  onModuleInit(): void {
    this.store.whenLeft(() => this.comeBack());
  }

  /** By the second and not by the hour: the first one has to wait for a database that comes late. */
  @Interval(TICK_MS)
  async tick(): Promise<void> {
    if (this.clock.now().getTime() < this.dueAtMs) return;
    await this.sweep();
  }

  /** Takes away uploads that broke off, files without a row, rows that no record came for, and forgotten copies. */
  sweep(): Promise<void> {
    return this.job.run();
  }

  private async turn(): Promise<void> {
    this.dueAtMs = this.clock.now().getTime() + HOUR_MS;
    const steps = {
      incoming: () => this.incoming.removeLeftBehind(),
      pending: () => this.removePending(),
      strays: () => this.removeStrays(),
      copies: () => this.removeCopies(),
    };
    try {
      await this.each(
        Object.entries(steps),
        ([name]) => name,
        ([, run]) => run(),
      );
    } catch (error) {
      this.comeBack();
      throw error;
    }
  }

  private comeBack(): void {
    this.dueAtMs = Math.min(this.dueAtMs, this.clock.now().getTime() + MINUTE_MS);
  }

  /** The next turn comes no later than the first item that failed is due again. */
  private async each<Item>(...given: Parameters<typeof Job.prototype.each<Item>>): Promise<void> {
    const retryAt = await this.job.each(...given);
    if (retryAt) this.dueAtMs = Math.min(this.dueAtMs, retryAt.getTime());
  }

  private async removePending(): Promise<void> {
    const hourAgo = this.clock.now().getTime() - HOUR_MS;
    const nameOf = ({ _id }: MediaFile) => _id;
    await this.each(this.repository.findPending(), nameOf, async ({ _id, folder, pending }) => {
      if (!pending || !isLeftBehind(pending, hourAgo)) return;
      const inUse = await this.media.inUse(folder, [_id]);
      if (inUse?.has(_id)) await this.media.settle([_id]);
      else if (inUse) {
        await this.media.discard(folder, [_id]);
        this.logger.log({ event: 'leftFileRemoved', folder });
      }
    });
  }

  /** A row is there before its file is and goes before it goes, so a file without one is nobody's. */
  private async removeStrays(): Promise<void> {
    for await (const { folder, names } of this.store.names()) {
      const known = await this.repository.findKnown(names);
      const strays = names.filter((name) => !known.has(name));
      if (strays.length === 0) continue;
      const nameOf = (name: string) => `${folder}/${name}`;
      await this.each(strays, nameOf, (name) => this.store.remove(folder, [name]));
      this.logger.log({ event: 'strayFilesRemoved', folder, files: strays.length });
    }
  }

  private async removeCopies(): Promise<void> {
    const nameOf = (holder: string) => `copies/${holder}`;
    await this.each(this.copies.orphans(), nameOf, async (holder) => {
      await this.copies.discard([holder]);
      this.logger.log({ event: 'strayCopiesRemoved' });
    });
  }
}

function isLeftBehind({ since, by }: NonNullable<MediaFile['pending']>, hourAgo: number): boolean {
  return since.getTime() <= hourAgo || isOver(by, since);
}
