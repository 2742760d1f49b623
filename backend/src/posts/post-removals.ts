import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Types } from 'mongoose';

import { isDatabaseAway } from '../common/mongo/database-away.js';
import { Clock } from '../common/time/clock.js';
import { SingleFlight } from '../common/work/single-flight.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { groupsOfPost } from '../notifications/telling.js';
import { PostFiles } from './post-files.js';
import type { Post } from './post.schema.js';
import type { PostRemoval } from './post-removal.schema.js';
import { PostRemovalsRepository } from './post-removals.repository.js';
import { PostTotals } from './post-totals.js';

const TICK_MS = 10_000;
/** Rows taken away by one write, and removals looked at in one go. */
const BATCH = 1_000;
/** A call that was half done when the post went may still leave a row; none runs as long as this. */
const AFTERMATH_MS = 60_000;

/**
 * Owns that a removed post is gone at once for everyone, and its files, likes
 * and comments soon after: in batches behind the answer, picked up again by
 * whichever instance runs when the one that began has died.
 */
@Injectable()
export class PostRemovals implements BeforeApplicationShutdown {
  private readonly logger = new Logger(PostRemovals.name);
  private readonly flight = new SingleFlight(() => this.sweepAll());
  private isClosing = false;

  constructor(
    private readonly repository: PostRemovalsRepository,
    private readonly files: PostFiles,
    private readonly totals: PostTotals,
    private readonly notifications: NotificationsService,
    private readonly clock: Clock,
  ) {}

  /** Takes a fan's own post away; null where there is none with this id. */
  async removeOwn(id: string, authorId: string): Promise<Post | null> {
    const post = await this.repository.removeOwn(id, authorId, this.clock.now());
    if (post) void this.sweep();
    return post;
  }

  /** Takes away what the posts removed by now have left behind. */
  @Interval(TICK_MS)
  async sweep(): Promise<void> {
    await this.flight.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    await this.flight.running;
  }

  private async sweepAll(): Promise<void> {
    try {
      let after: Types.ObjectId | undefined;
      while (!this.isClosing) {
        const open = await this.repository.findOpen(BATCH, after);
        for (const removal of open) await this.clear(removal);
        after = open.at(-1)?._id;
        if (!after) return;
      }
    } catch (error) {
      // The next sweep goes on where this one ended.
      if (!isDatabaseAway(error)) this.logger.error({ event: 'removalsFailed' }, String(error));
    }
  }

  private async clear(removal: PostRemoval): Promise<void> {
    const { _id, removedAt } = removal;
    await this.files.discard(removal);
    await this.notifications.removeGroups(Object.values(groupsOfPost(_id.toString())));
    const now = this.clock.now().getTime();
    const count: PostTotals['countRemoved'] = (...removed) => this.totals.countRemoved(...removed);
    while ((await this.repository.removeGathered(_id, BATCH, count)) > 0) {
      if (this.isClosing) return;
    }
    if (now - removedAt.getTime() >= AFTERMATH_MS) await this.repository.close(_id);
  }
}
