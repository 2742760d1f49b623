import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Types } from 'mongoose';

import type { Job } from '../common/jobs/job.js';
import { Jobs } from '../common/jobs/jobs.js';
import { Clock } from '../common/time/clock.js';
import { CountersService } from '../counters/counters.service.js';
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
/** A notification of what came just before may be written after the post went; none is so late as this. */
const AFTERMATH_MS = 60_000;

/**
 * Owns that a removed post is gone at once for everyone, and its files, likes
 * and comments soon after: in batches behind the answer, picked up again by
 * whichever instance runs when the one that began has died.
 */
@Injectable()
export class PostRemovals {
  private readonly job: Job;

  constructor(
    private readonly repository: PostRemovalsRepository,
    private readonly files: PostFiles,
    private readonly totals: PostTotals,
    private readonly counters: CountersService,
    private readonly notifications: NotificationsService,
    private readonly clock: Clock,
    jobs: Jobs,
  ) {
    this.job = jobs.create('post-removals', () => this.sweepAll());
  }

  /** Takes a fan's own post away; null where there is none with this id. */
  async removeOwn(id: string, authorId: string): Promise<Post | null> {
    const post = await this.repository.removeOwn(
      id,
      authorId,
      this.clock.now(),
      (removed, transaction) => this.totals.count(removed, -1, transaction),
    );
    if (post) void this.sweep();
    return post;
  }

  /** Takes away what the posts removed by now have left behind. */
  @Interval(TICK_MS)
  sweep(): Promise<void> {
    return this.job.run();
  }

  private async sweepAll(): Promise<void> {
    const nameOf = ({ _id }: PostRemoval) => _id.toString();
    let after: Types.ObjectId | undefined;
    while (!this.job.isClosing) {
      const open = await this.repository.findOpen(BATCH, after);
      await this.job.each(open, nameOf, (removal) => this.clear(removal));
      after = open.at(-1)?._id;
      if (!after) return;
    }
  }

  private async clear(removal: PostRemoval): Promise<void> {
    const { _id, removedAt } = removal;
    // A file that cannot be deleted keeps no row.
    const [files] = await Promise.allSettled([this.files.discard(removal)]);
    await this.notifications.removeGroups(Object.values(groupsOfPost(_id.toString())));
    const now = this.clock.now().getTime();
    for (const kind of ['likes', 'comments'] as const) {
      while ((await this.removeSome(_id, kind)) > 0) {
        if (this.job.isClosing) return;
      }
    }
    if (files.status === 'rejected') throw files.reason;
    if (now - removedAt.getTime() >= AFTERMATH_MS) await this.repository.close(_id);
  }

  private removeSome(postId: Types.ObjectId, kind: 'likes' | 'comments'): Promise<number> {
    return this.repository.removeGathered(postId, kind, BATCH, (madeAt, transaction) =>
      this.counters.count(kind, madeAt, -1, transaction),
    );
  }
}
