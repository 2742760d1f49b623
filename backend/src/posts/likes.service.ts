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
import { Cursors, placeOf } from '../common/http/cursors.js';
import { endOf, type Page } from '../common/http/page.js';
import { Clock } from '../common/time/clock.js';
import { Batches } from '../common/work/batches.js';
import { CountersService } from '../counters/counters.service.js';
import { type LikeChange, LikesRepository } from './likes.repository.js';
import { PostNews } from './post-news.js';
import { PostReader } from './post-reader.js';
import type { Post } from './post.schema.js';

/** What a list answers to a client that knows no paging. */
const UNPAGED_LIKES = 100;
/** Likes of one post that wait for each other are changed in one go, so many at the most. */
const AT_ONCE = 100;
/** Likes of a leaving fan taken away side by side, and in one round. */
const BATCH = 20;

/** A post after a change of a like, null where it is gone, and whether the fan likes it. */
interface ChangedPost {
  post: Post | null;
  isLiked: boolean;
}

/**
 * Owns who likes what. The row decides, once for a fan and a post; it stands in
 * one transaction with the post's count and preview.
 */
@Injectable()
export class LikesService {
  /** Likes of one post meet in its count. */
  private readonly changes = new Batches<LikeChange, ChangedPost>(
    (postId, changes) => this.changeSome(postId, changes),
    AT_ONCE,
    ({ userId }) => userId.toString(),
  );

  constructor(
    private readonly repository: LikesRepository,
    private readonly reader: PostReader,
    private readonly news: PostNews,
    private readonly counters: CountersService,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  /** Sets a like or takes it back, or turns it into its opposite where no state is wanted. */
  async set(fan: Fan, postId: string, { liked }: LikeState): Promise<PostAnswer> {
    await this.reader.requireNotKeptApart(fan.id, postId);
    const { post, isLiked } = await this.change(postId, fan.id, liked);
    if (!post) throw new NotFound('post');
    return this.reader.answer(fan.id, post, isLiked);
  }

  /** Who likes a post, newest first, page by page. */
  async list(fan: Fan, postId: string, query: PageQuery): Promise<Page<FanSummary>> {
    await this.reader.requireSeen(fan.id, postId);
    const list = `likes:${postId}`;
    const size = query.limit ?? UNPAGED_LIKES;
    const after = query.cursor === undefined ? undefined : this.cursors.decode(list, query.cursor);

    const hidden = await this.reader.idsHiddenFrom(fan.id);
    const page = await this.repository.findPage(new Types.ObjectId(postId), size, hidden, after);
    const likers = page.rows.map(({ userId }) => userId);
    const last = endOf(page);
    return {
      items: await this.reader.fans(fan.id, likers),
      ...(last ? { next: this.cursors.encode(list, placeOf(last)) } : {}),
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
      await Promise.all(likes.map(({ postId }) => this.change(postId.toString(), fanId, false)));
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

  private change(postId: string, fanId: string, wanted: boolean | undefined): Promise<ChangedPost> {
    const change = { userId: new Types.ObjectId(fanId), wanted, at: this.clock.now() };
    return this.changes.add(postId, change);
  }

  /** Changes likes of one post by several fans, and tells of it. */
  private async changeSome(id: string, changes: readonly LikeChange[]): Promise<ChangedPost[]> {
    const postId = new Types.ObjectId(id);
    const changed = await this.repository.change(postId, changes, (madeAt, by, transaction) =>
      this.counters.count('likes', madeAt, by, transaction),
    );
    const post = changed.post === undefined ? await this.repository.findPost(postId) : changed.post;
    return changed.results.map(({ isLiked, hasChanged }, at) => {
      const likerId = changes[at]?.userId.toString();
      if (post && hasChanged && likerId !== undefined) {
        if (isLiked) this.news.liked(post, likerId);
        else this.news.changed(post);
      }
      return { post, isLiked };
    });
  }
}
