import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

import { Unavailable } from '../common/errors/coded-errors.js';
import { IncomingFiles } from '../common/http/incoming-files.js';
import { isDatabaseAway } from '../common/mongo/database-away.js';
import { isOver } from '../common/process/process-mark.js';
import { Clock } from '../common/time/clock.js';
import { SingleFlight } from '../common/work/single-flight.js';
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
 * something. Several instances may do it at once.
 */
@Injectable()
export class MediaSweep implements OnModuleInit {
  private readonly logger = new Logger(MediaSweep.name);
  private dueAtMs = 0;
  private readonly flight = new SingleFlight(() => this.turn());

  constructor(
    private readonly media: MediaService,
    private readonly copies: MediaCopies,
    private readonly repository: MediaRepository,
    private readonly store: MediaStore,
    private readonly incoming: IncomingFiles,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.store.whenLeft(() => this.comeBack());
  }

  /** By the second and not by the hour: the first one has to wait for a database that comes late. */
  @Interval(TICK_MS)
  async tick(): Promise<void> {
    if (this.clock.now().getTime() < this.dueAtMs) return;
    await this.flight.run();
  }

  /** Takes away uploads that broke off, files without a row, rows that no record came for, and forgotten copies. */
  async sweep(): Promise<void> {
    await this.incoming.removeLeftBehind();
    await this.removePending();
    await this.removeStrays();
    await this.copies.sweep();
  }

  private async turn(): Promise<void> {
    this.dueAtMs = this.clock.now().getTime() + HOUR_MS;
    try {
      await this.sweep();
    } catch (error) {
      if (isDatabaseAway(error)) this.dueAtMs = 0;
      else if (error instanceof Unavailable) this.comeBack();
      else
        this.logger.error({ event: 'mediaSweepFailed' }, error instanceof Error ? error.stack : '');
    }
  }

  private comeBack(): void {
    this.dueAtMs = Math.min(this.dueAtMs, this.clock.now().getTime() + MINUTE_MS);
  }

  private async removePending(): Promise<void> {
    const hourAgo = this.clock.now().getTime() - HOUR_MS;
    for await (const { _id, folder, pending } of this.repository.findPending()) {
      if (!pending || !isLeftBehind(pending, hourAgo)) continue;
      const inUse = await this.media.inUse(folder, [_id]);
      if (inUse?.has(_id)) await this.media.settle([_id]);
      else if (inUse) {
        await this.media.discard(folder, [_id]);
        this.logger.log({ event: 'leftFileRemoved', folder });
      }
    }
  }

  /** A row is there before its file is and goes before it goes, so a file without one is nobody's. */
  private async removeStrays(): Promise<void> {
    for await (const { folder, names } of this.store.names()) {
      const known = await this.repository.findKnown(names);
      const strays = names.filter((name) => !known.has(name));
      if (strays.length === 0) continue;
      await this.store.remove(folder, strays);
      this.logger.log({ event: 'strayFilesRemoved', folder, files: strays.length });
    }
  }
}

function isLeftBehind({ since, by }: NonNullable<MediaFile['pending']>, hourAgo: number): boolean {
  return since.getTime() <= hourAgo || isOver(by, since);
}
