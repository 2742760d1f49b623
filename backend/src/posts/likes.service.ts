import { Injectable } from '@nestjs/common';
import type {
  FanSummary,
  LikeState,
  OwnLike,
  PageQuery,
  Post as PostAnswer,
} from '@kickoff/contracts';
import { Types } from 'mongoose';

import type { Fan } from '../common/auth/audience.js';
import { NotFound } from '../common/errors/coded-errors.js';
import { Cursors } from '../common/http/cursors.js';
import type { Page } from '../common/http/page.js';
import { Clock } from '../common/time/clock.js';
import { InTurn } from './in-turn.js';
import { type LikeKey, LikesRepository } from './likes.repository.js';
import { PostNews } from './post-news.js';
import { PostReader } from './post-reader.js';
import { PostRecount } from './post-recount.js';
import { PostTotals } from './post-totals.js';
import { type Post, PREVIEW_SIZE } from './post.schema.js';

/** What a list answers to a client that knows no paging. */
const UNPAGED_LIKES = 100;
/** Likes of a leaving fan taken away side by side, and in one round. */
const BATCH = 20;
/** A like younger than this may not have reached its post yet when it is taken away again. */
const YOUNG_MS = 10_000;

/**
 * Owns who likes what. The row decides, once for a fan and a post; the post's
 * count and preview follow it by an atomic step each.
 */
@Injectable()
export class LikesService {
  /** Two calls of one fan on one post would meet in the preview in any order. */
  private readonly inTurn = new InTurn();

  constructor(
    private readonly repository: LikesRepository,
    private readonly reader: PostReader,
    private readonly recount: PostRecount,
    private readonly news: PostNews,
    private readonly totals: PostTotals,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  /** Sets a like or takes it back, or turns it into its opposite where no state is wanted. */
  async set(fan: Fan, postId: string, { liked }: LikeState): Promise<PostAnswer> {
    await this.reader.requireNotKeptApart(fan.id, postId);
    const key = keyOf(postId, fan.id);
    const { post, isLiked } = await this.inTurn.run(`${postId}:${fan.id}`, () =>
      this.change(key, liked),
    );
    if (!post) throw new NotFound('post');
    if (isOdd(post, key.userId, isLiked)) this.recount.suspect(postId);
    return this.reader.answer(fan.id, post, isLiked);
  }

  /** Who likes a post, newest first, page by page. */
  async list(fan: Fan, postId: string, query: PageQuery): Promise<Page<FanSummary>> {
    await this.reader.requireSeen(fan.id, postId);
    const list = `likes:${postId}`;
    const size = query.limit ?? UNPAGED_LIKES;
    const after = query.cursor === undefined ? undefined : this.cursors.decode(list, query.cursor);

    const hidden = await this.reader.idsHiddenFrom(fan.id);
    const found = await this.repository.findPage(
      new Types.ObjectId(postId),
      size + 1,
      hidden,
      after,
    );
    const likes = found.slice(0, size);
    const last = likes.at(-1);
    return {
      items: await this.reader.fans(
        fan.id,
        likes.map(({ userId }) => userId),
      ),
      ...(found.length > size && last
        ? { next: this.cursors.encode(list, { at: last.createdAt, id: last._id.toString() }) }
        : {}),
    };
  }

  /** How many likes a fan has given. */
  countOf(fanId: string): Promise<number> {
    return this.repository.countOf(new Types.ObjectId(fanId));
  }

  /** Takes all likes of a leaving fan back, some at a time. */
  async removeAllOf(fanId: string): Promise<void> {
    const userId = new Types.ObjectId(fanId);
    for (;;) {
      const likes = await this.repository.findOf(userId, BATCH);
      if (likes.length === 0) return;
      await Promise.all(likes.map(({ postId }) => this.change({ postId, userId }, false)));
    }
  }

  /** All that a fan likes, for the fan's own export. */
  async *exportOf(fanId: string): AsyncIterable<OwnLike> {
    const userId = new Types.ObjectId(fanId);
    let after: Types.ObjectId | undefined;
    do {
      const likes = await this.repository.findOf(userId, 1_000, after);
      for (const { postId, createdAt } of likes) {
        yield { postId: postId.toString(), createdAt: createdAt.toISOString() };
      }
      after = likes.at(-1)?._id;
    } while (after);
  }

  /** What was done, and the post as it is then; no post where it is gone. */
  private async change(
    key: LikeKey,
    wanted: boolean | undefined,
  ): Promise<{ post: Post | null; isLiked: boolean }> {
    for (;;) {
      const now = this.clock.now();
      if (wanted !== false && (await this.repository.insert(key, now))) {
        this.totals.countSoon('likes', { createdAt: now }, 1);
        return { post: await this.countIn(key), isLiked: true };
      }
      const removed = wanted === true ? null : await this.remove(key);
      if (removed) {
        const out = await this.repository.countOut(key);
        // Another instance may be on its way to put this very like into the preview.
        const isYoung = this.clock.now().getTime() - removed.createdAt.getTime() < YOUNG_MS;
        if (out && isYoung && !out.wasShown) this.recount.suspect(key.postId.toString());
        if (out?.post) this.news.changed(out.post);
        return { post: out?.post ?? null, isLiked: false };
      }
      if (wanted !== undefined) {
        return { post: await this.repository.findPost(key.postId), isLiked: wanted };
      }
      // Another instance was faster by half a step: the opposite is the other one by now.
    }
  }

  /** A post that went meanwhile must not leave the like behind. */
  private async countIn(key: LikeKey): Promise<Post | null> {
    const post = await this.repository.countIn(key);
    if (post) this.news.liked(post, key.userId.toString());
    else await this.remove(key);
    return post;
  }

  /** Takes a like's row away; null where there was none. */
  private async remove(key: LikeKey): Promise<{ createdAt: Date } | null> {
    const removed = await this.repository.remove(key);
    if (removed) this.totals.countSoon('likes', removed, -1);
    return removed;
  }
}

/** Whether a preview contradicts the row: a crash came between the two writes. */
function isOdd({ newestLikers }: Post, userId: Types.ObjectId, isLiked: boolean): boolean {
  const isShown = newestLikers.some((id) => id.equals(userId));
  return isLiked ? !isShown && newestLikers.length < PREVIEW_SIZE : isShown;
}

function keyOf(postId: string, userId: string): LikeKey {
  return { postId: new Types.ObjectId(postId), userId: new Types.ObjectId(userId) };
}
