import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

import { IncomingFiles } from '../common/http/incoming-files.js';
import { isDatabaseAway } from '../common/mongo/database-away.js';
import { isOver } from '../common/process/process-mark.js';
import { Clock } from '../common/time/clock.js';
import { SingleFlight } from '../common/work/single-flight.js';
import { MediaCopies } from './media-copies.js';
import { MediaDisk } from './media-disk.js';
import type { MediaFile } from './media-file.schema.js';
import { MediaRepository } from './media.repository.js';
import { MediaService } from './media.service.js';

const HOUR_MS = 60 * 60_000;
const TICK_MS = 1_000;

/**
 * Owns that nothing stays behind: soon after the start and every hour it takes
 * away what no record names. Several instances may do it at once.
 */
@Injectable()
export class MediaSweep {
  private readonly logger = new Logger(MediaSweep.name);
  private dueAtMs = 0;
  private readonly flight = new SingleFlight(() => this.turn());

  constructor(
    private readonly media: MediaService,
    private readonly copies: MediaCopies,
    private readonly repository: MediaRepository,
    private readonly disk: MediaDisk,
    private readonly incoming: IncomingFiles,
    private readonly clock: Clock,
  ) {}

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
    try {
      await this.sweep();
      this.dueAtMs = this.clock.now().getTime() + HOUR_MS;
    } catch (error) {
      if (isDatabaseAway(error)) return;
      this.dueAtMs = this.clock.now().getTime() + HOUR_MS;
      this.logger.error({ event: 'mediaSweepFailed' }, error instanceof Error ? error.stack : '');
    }
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
    for await (const { folder, names } of this.disk.names()) {
      const known = await this.repository.findKnown(names);
      const strays = names.filter((name) => !known.has(name));
      if (strays.length === 0) continue;
      await this.disk.remove(folder, strays);
      this.logger.log({ event: 'strayFilesRemoved', folder, files: strays.length });
    }
  }
}

function isLeftBehind({ since, by }: NonNullable<MediaFile['pending']>, hourAgo: number): boolean {
  return since.getTime() <= hourAgo || isOver(by, since);
}
