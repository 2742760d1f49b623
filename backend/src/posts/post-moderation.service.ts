import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongoose';

import { Conflict, NotFound, Unavailable } from '../common/errors/coded-errors.js';
import { Clock } from '../common/time/clock.js';
import { PostFiles } from './post-files.js';
import { PostNews } from './post-news.js';
import { PostTotals } from './post-totals.js';
import type { Post } from './post.schema.js';
import type { Removal } from './removed-post.schema.js';
import { KEPT_MS } from './removed-post.view.js';
import { RemovedPostsRepository } from './removed-posts.repository.js';

/** Posts of a leaving fan given up in one round. */
const BATCH = 50;

/** What goes with a decision, in the same transaction. */
type AlongWith = (transaction: ClientSession) => Promise<void>;

/**
 * Owns that an admin can take any post away and bring it back within 30 days:
 * whole, with its likes and comments, and its files out of sight meanwhile.
 */
@Injectable()
export class PostModerationService {
  constructor(
    private readonly repository: RemovedPostsRepository,
    private readonly totals: PostTotals,
    private readonly files: PostFiles,
    private readonly news: PostNews,
    private readonly clock: Clock,
  ) {}

  /** Takes a post away and returns it as it was; nothing where it is not there. */
  async remove(
    id: string,
    { by, reason }: Pick<Removal, 'by' | 'reason'>,
    alongWith: AlongWith,
  ): Promise<Post | null> {
    const removal = { at: this.clock.now(), by, ...(reason === undefined ? {} : { reason }) };
    const post = await this.repository.take(id, removal, async (taken, transaction) => {
      await this.totals.count(taken, -1, transaction);
      await alongWith(transaction);
    });
    if (!post) return null;
    this.news.removed(post);
    await this.hideFiles(post);
    return post;
  }

  /** Brings a post back with its likes and comments as they are now. */
  async restore(id: string, alongWith: AlongWith): Promise<void> {
    const now = this.clock.now();
    const takenAfter = new Date(now.getTime() - KEPT_MS);
    const removed = await this.repository.beginReturn(id, takenAfter, now);
    if (!removed) {
      const kept = await this.repository.find(id);
      if (!kept || kept.removal.at <= takenAfter) throw new NotFound('removed post');
      throw new Conflict('This post is on its way already. Please look again in a moment.');
    }
    // The files first: a post is never seen without its picture.
    await this.files.release(removed);
    const post = await this.repository.putBack(removed, async (back, transaction) => {
      await this.totals.count(back, 1, transaction);
      await alongWith(transaction);
    });
    if (!post) throw new NotFound('removed post');
  }

  /** Gives up all removed posts of a leaving fan, some at a time. */
  async removeAllOf(fanId: string): Promise<void> {
    for (;;) {
      const ids = await this.repository.findIdsOf(fanId, BATCH);
      if (ids.length === 0) return;
      for (const id of ids) await this.repository.giveUp(id, this.clock.now());
    }
  }

  /** Where the files are out of reach, the sweep hides them once they are not: the post is gone by now. */
  private async hideFiles(post: Post): Promise<void> {
    try {
      await this.files.withhold(post);
      await this.repository.setWithheld(post._id);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
    }
  }
}
