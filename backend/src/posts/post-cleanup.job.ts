import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

import type { Job } from '../common/jobs/job.js';
import { Jobs } from '../common/jobs/jobs.js';
import { inTransaction } from '../common/mongo/transaction.js';
import { Clock } from '../common/time/clock.js';
import { CountersService } from '../counters/counters.service.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { postGroups } from '../notifications/notification-request.js';
import { PostFiles } from './post-files.js';
import type { PostDocument } from './post.schema.js';
import type { DeletedPost } from './deleted-post.schema.js';
import { DeletedPostsRepository, type ReactionKind } from './deleted-posts.repository.js';
import { PostTotals } from './post-totals.js';

const TICK_MS = 10_000;
/** Rows deleted by one write, and deleted posts read at once. */
const BATCH = 1_000;
/** Notifications of a post may still be written this long after its deletion. */
const LATE_NOTIFICATION_MS = 60_000;

/**
 * Deletes a post at once, and its files, likes, comments, votes, saves and notifications in batches
 * after the response. Any instance resumes the work of one that stopped.
 */
@Injectable()
export class PostCleanupJob {
  private readonly job: Job;

  constructor(
    private readonly repository: DeletedPostsRepository,
    private readonly files: PostFiles,
    private readonly totals: PostTotals,
    private readonly counters: CountersService,
    private readonly notifications: NotificationsService,
    private readonly clock: Clock,
    jobs: Jobs,
  ) {
    this.job = jobs.create('post-removals', () => this.cleanUpAll());
  }

  /** Deletes a fan's own post; null if no post has this id. */
  async deleteOwn(id: string, authorId: string): Promise<PostDocument | null> {
    const post = await inTransaction(async () => {
      const removed = await this.repository.deleteOwn(id, authorId, this.clock.now());
      if (removed) await this.totals.count(removed.authorId, [removed], -1);
      return removed;
    });
    if (post) void this.run();
    return post;
  }

  /** Deletes likes, comments and other rows of deleted posts. */
  @Interval(TICK_MS)
  run(): Promise<void> {
    return this.job.run();
  }

  private async cleanUpAll(): Promise<void> {
    const nameOf = ({ _id }: DeletedPost) => _id;
    let after: string | undefined;
    while (!this.job.isClosing) {
      const open = await this.repository.findPending(BATCH, after);
      await this.job.each(open, nameOf, (removal) => this.cleanUp(removal));
      after = open.at(-1)?._id;
      if (!after) return;
    }
  }

  private async cleanUp(removal: DeletedPost): Promise<void> {
    const { _id, removedAt } = removal;
    // A file that cannot be deleted must not block the rows.
    const [files] = await Promise.allSettled([this.files.discard(removal)]);
    await this.notifications.removeGroups(Object.values(postGroups(_id)));
    const now = this.clock.now().getTime();
    for (const kind of ['likes', 'comments', 'votes'] as const) {
      while ((await this.removeBatch(_id, kind)) > 0) {
        if (this.job.isClosing) return;
      }
    }
    while ((await this.repository.removeSaves(_id, BATCH)) > 0);
    if (files.status === 'rejected') throw files.reason;
    if (now - removedAt.getTime() >= LATE_NOTIFICATION_MS) await this.repository.finish(_id);
  }

  /** Returns how many were deleted. */
  private async removeBatch(postId: string, kind: ReactionKind): Promise<number> {
    const result = await inTransaction(async () => {
      const { removed, counted } = await this.repository.removeReactions(postId, kind, BATCH);
      if (removed === 0) return null;
      // The site has no total of votes.
      if (kind !== 'votes' && counted.length > 0) await this.counters.count(kind, counted, -1);
      return removed;
    });
    return result ?? 0;
  }
}
