import { Injectable } from '@nestjs/common';

import { Conflict, NotFound, Unavailable } from '../../common/errors/coded-errors.js';
import { afterCommit, inTransaction } from '../../common/mongo/transaction.js';
import { Clock } from '../../common/time/clock.js';
import { PostFiles } from '../post-files.js';
import { PostEvents } from '../post-events.js';
import { PostTotals } from '../post-totals.js';
import type { PostDocument } from '../post.schema.js';
import type { ModeratedPost, Removal } from './moderated-post.schema.js';
import { RESTORABLE_MS } from './moderated-post.view.js';
import { ModeratedPostsRepository } from './moderated-posts.repository.js';

/** Posts of a deleted account expired in one batch. */
const BATCH = 50;

/** Removes posts by an admin's decision, with their files hidden, and restores them with likes and comments within 30 days. */
@Injectable()
export class PostModerationService {
  constructor(
    private readonly repository: ModeratedPostsRepository,
    private readonly totals: PostTotals,
    private readonly files: PostFiles,
    private readonly events: PostEvents,
    private readonly clock: Clock,
  ) {}

  /** Removes a post and returns it; null if it does not exist. */
  remove(id: string, { by, reason }: Pick<Removal, 'by' | 'reason'>): Promise<PostDocument | null> {
    const removal = { at: this.clock.now(), by, ...(reason === undefined ? {} : { reason }) };
    return inTransaction(async () => {
      const post = await this.repository.remove(id, removal);
      if (!post) return null;
      await this.totals.count(post.authorId, [post], -1);
      await afterCommit(async () => {
        this.events.removed(post);
        await this.hideNowOrLater({ ...post, removal });
      });
      return post;
    });
  }

  /**
   * Starts a restore: makes the post's files public first, so that it never appears without them.
   * Call outside a transaction; if `restore` does not follow, `ModeratedPostExpiryJob` hides the
   * files again.
   */
  async prepareRestore(id: string): Promise<ModeratedPost> {
    const now = this.clock.now();
    const removedAfter = new Date(now.getTime() - RESTORABLE_MS);
    const removed = await this.repository.beginRestore(id, removedAfter, now);
    if (!removed) {
      const found = await this.repository.find(id);
      if (!found || found.removal.at <= removedAfter) throw new NotFound('removed post');
      throw onItsWay();
    }
    await this.files.unhide(removed);
    if (await this.repository.isReturning(id)) return removed;
    // It took so long that the job has ended this restore.
    await this.files.hide(removed);
    throw onItsWay();
  }

  /** Restores a prepared post with its current likes and comments. */
  async restore(prepared: ModeratedPost): Promise<void> {
    await inTransaction(async () => {
      const post = await this.repository.restore(prepared, this.clock.now());
      if (!post) throw new NotFound('removed post');
      await this.totals.count(post.authorId, [post], 1);
    });
  }

  /** Expires all moderated posts of a deleted account in batches. */
  async removeAllOf(fanId: string): Promise<void> {
    for (;;) {
      const ids = await this.repository.findIdsByAuthor(fanId, BATCH);
      if (ids.length === 0) return;
      for (const id of ids) await this.repository.expire(id, this.clock.now());
    }
  }

  /**
   * Hides the files of a moderated post. Idempotent. With a slow store the post may be restored
   * meanwhile: then they are public again afterwards.
   */
  async hideFiles(post: ModeratedPost): Promise<void> {
    await this.files.hide(post);
    if (await this.repository.markHidden(post)) return;
    if (await this.repository.isReturning(post._id)) await this.files.unhide(post);
  }

  /** If the media store is unavailable, `ModeratedPostExpiryJob` hides the files later. */
  private async hideNowOrLater(post: ModeratedPost): Promise<void> {
    try {
      await this.hideFiles(post);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
    }
  }
}

function onItsWay(): Conflict {
  return new Conflict('This post is on its way already. Please look again in a moment.');
}
