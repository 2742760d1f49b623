import { Injectable } from '@nestjs/common';
import type { FanSummary, LikeState, OwnLike, PostPageQuery, Post } from '@kickoff/contracts';

import type { Fan } from '../../common/auth/audience.js';
import { NotFound } from '../../common/errors/coded-errors.js';
import { Cursors, positionOf } from '../../common/http/cursors.js';
import { endOf, type Page } from '../../common/http/page.js';
import { inTransaction } from '../../common/mongo/transaction.js';
import { Clock } from '../../common/time/clock.js';
import { Batches } from '../../common/work/batches.js';
import { CountersService } from '../../counters/counters.service.js';
import { type LikeChange, LikesRepository } from './likes.repository.js';
import { PostEvents } from '../post-events.js';
import { PostPresenter } from '../post-presenter.js';
import type { PostDocument } from '../post.schema.js';

/** Page size for clients that send no `limit`. */
const UNPAGED_LIKES = 100;
/** The most queued likes of one post written in one transaction. */
const MAX_BATCH = 100;
/** Likes of a deleted account removed concurrently. */
const BATCH = 20;

/** `post` is null if it is deleted. */
interface ChangedPost {
  post: PostDocument | null;
  isLiked: boolean;
}

/** Owns likes. A like's row is unique per fan and post, and is written in one transaction with the post's count and preview. */
@Injectable()
export class LikesService {
  /** Batched by post, since all its likes write the same count. */
  private readonly changes = new Batches<LikeChange, ChangedPost>(
    (postId, changes) => this.changeBatch(postId, changes),
    MAX_BATCH,
    ({ userId }) => userId,
  );

  constructor(
    private readonly repository: LikesRepository,
    private readonly presenter: PostPresenter,
    private readonly events: PostEvents,
    private readonly counters: CountersService,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  /** Sets or removes a like; toggles it where `liked` is absent. */
  async set(fan: Fan, postId: string, { liked }: LikeState): Promise<Post> {
    await this.presenter.requireNotBlocked(fan.id, postId);
    const { post, isLiked } = await this.change(postId, fan.id, liked);
    if (!post) throw new NotFound('post');
    return this.presenter.present(fan.id, post, isLiked);
  }

  /** Lists the likers of a post, newest first, with paging. */
  async list(fan: Fan, postId: string, query: PostPageQuery): Promise<Page<FanSummary>> {
    await this.presenter.requireVisible(fan.id, postId);
    const isRevealed = query.reveal === 'true';
    if (!isRevealed && (await this.presenter.isUnseen(fan.id, postId))) return { items: [] };
    const list = `likes:${postId}`;
    const size = query.limit ?? UNPAGED_LIKES;
    const after = this.cursors.decode(list, query.cursor);

    const hidden = await this.presenter.findHiddenFanIds(fan.id);
    const page = await this.repository.findPage(postId, size, hidden, after);
    const likers = page.rows.map(({ userId }) => userId);
    const last = endOf(page);
    const items = await this.presenter.presentFans(fan.id, likers);
    return this.cursors.toPage(list, items, last && positionOf(last));
  }

  /** Counts the likes a fan has given. */
  countOf(fanId: string): Promise<number> {
    return this.repository.countByFan(fanId);
  }

  /** Removes all likes of a deleted account in batches. */
  async removeAllOf(fanId: string): Promise<void> {
    for (;;) {
      const likes = await this.repository.findByFan(fanId, BATCH);
      if (likes.length === 0) return;
      await Promise.all(likes.map(({ postId }) => this.change(postId, fanId, false)));
    }
  }

  /** Yields all likes of a fan for the data export. */
  async *exportOf(fanId: string): AsyncIterable<OwnLike> {
    let after: string | undefined;
    do {
      const likes = await this.repository.findByFan(fanId, 1_000, after);
      for (const { postId, createdAt } of likes) {
        yield { postId, createdAt: createdAt.toISOString() };
      }
      after = likes.at(-1)?._id;
    } while (after);
  }

  private change(postId: string, fanId: string, wanted: boolean | undefined): Promise<ChangedPost> {
    const change = { userId: fanId, wanted, at: this.clock.now() };
    return this.changes.add(postId, change);
  }

  /** Changes likes of one post by several fans, and publishes the changes. */
  private async changeBatch(
    postId: string,
    changes: readonly LikeChange[],
  ): Promise<ChangedPost[]> {
    const changed = await inTransaction(async () => {
      const { added, removed, ...others } = await this.repository.change(postId, changes);
      if (added.length > 0) await this.counters.count('likes', added, 1);
      if (removed.length > 0) await this.counters.count('likes', removed, -1);
      return others;
    });
    const post = changed.post === undefined ? await this.repository.findPost(postId) : changed.post;
    return changed.results.map(({ isLiked, hasChanged }, at) => {
      const likerId = changes[at]?.userId;
      if (post && hasChanged && likerId !== undefined) {
        if (isLiked) this.events.liked(post, likerId);
        else this.events.changed(post);
      }
      return { post, isLiked };
    });
  }
}
