import { Injectable } from '@nestjs/common';
import {
  type Comment as CommentAnswer,
  isBlank,
  type NewComment,
  type OwnComment,
  type PageQuery,
  type Post as PostAnswer,
} from '@kickoff/contracts';
import { Types } from 'mongoose';

import type { Fan } from '../common/auth/audience.js';
import { requireOwner } from '../common/auth/require-owner.js';
import { InvalidInput, NotFound } from '../common/errors/coded-errors.js';
import { Cursors, placeOf } from '../common/http/cursors.js';
import { cutPage, type Page } from '../common/http/page.js';
import type { CallResult } from '../common/idempotency/idempotency.service.js';
import { Clock } from '../common/time/clock.js';
import type { Comment } from './comment.schema.js';
import { CommentsRepository } from './comments.repository.js';
import { PostNews } from './post-news.js';
import { PostReader } from './post-reader.js';
import { PostRecount } from './post-recount.js';
import { PostTotals } from './post-totals.js';
import type { Post } from './post.schema.js';

/** What a list answers to a client that knows no paging. */
const UNPAGED_COMMENTS = 100;
/** So many of the newest comments have authors who are told of the next one. */
const MOST_TOLD = 200;
/** Comments of a leaving fan taken away side by side, and in one round. */
const BATCH = 20;
/** A comment younger than this may not have reached its post yet when it is taken away again. */
const YOUNG_MS = 10_000;

/**
 * Owns what fans say below posts. The row decides; the post's count and preview
 * follow it by an atomic step each.
 */
@Injectable()
export class CommentsService {
  constructor(
    private readonly repository: CommentsRepository,
    private readonly reader: PostReader,
    private readonly recount: PostRecount,
    private readonly news: PostNews,
    private readonly totals: PostTotals,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores a new comment. The id comes from the call: where a comment has it
   * already, an earlier try of the same call has stored it.
   *
   * @returns the post with its newest comments
   */
  async create(
    fan: Fan,
    postId: string,
    { id, exists }: CallResult,
    input: NewComment,
  ): Promise<PostAnswer> {
    if (exists) return this.reader.wholeWithNewestComments(fan.id, postId);
    if (isBlank(input.text)) throw new InvalidInput('A comment needs text');
    const liked = await this.reader.requireLikedOrNot(fan.id, postId);
    const comment: Comment = {
      _id: new Types.ObjectId(id),
      postId: new Types.ObjectId(postId),
      authorId: new Types.ObjectId(fan.id),
      text: input.text,
      createdAt: this.clock.now(),
    };

    if (!(await this.repository.insert(comment))) {
      // That try may have died before the post counted it.
      this.recount.suspect(postId);
      return this.reader.wholeWithNewestComments(fan.id, postId);
    }
    this.totals.countSoon('comments', comment, 1);
    const post = await this.repository.countIn(comment);
    if (!post) {
      // The post went meanwhile and must not leave the comment behind.
      const removed = await this.repository.remove(id, postId);
      if (removed) this.totals.countSoon('comments', removed, -1);
      throw new NotFound('post');
    }
    this.news.commented(post, fan.id, () => this.authorsIn(post));
    return this.reader.withNewestComments(fan.id, post, liked);
  }

  /** The comments of a post in order, page by page. */
  async list(fan: Fan, postId: string, query: PageQuery): Promise<Page<CommentAnswer>> {
    await this.reader.requireSeen(fan.id, postId);
    const list = `comments:${postId}`;
    const size = query.limit ?? UNPAGED_COMMENTS;
    const after = query.cursor === undefined ? undefined : this.cursors.decode(list, query.cursor);

    const hidden = await this.reader.idsHiddenFrom(fan.id);
    const page = await this.repository.findPage(new Types.ObjectId(postId), size, hidden, after);
    const answers = await this.reader.commentAnswers(fan.id, page.rows);
    const { items, last } = cutPage(answers, page);
    return { items, ...(last ? { next: this.cursors.encode(list, placeOf(last)) } : {}) };
  }

  /** One comment as a fan may see it. */
  async one(fan: Fan, id: string): Promise<CommentAnswer> {
    const comment = await this.repository.find(id);
    if (!comment) throw new NotFound('comment');
    await this.reader.requireSeen(fan.id, comment.postId.toString());
    const [answer] = await this.reader.commentAnswers(fan.id, [comment]);
    if (!answer) throw new NotFound('comment');
    return answer;
  }

  /** Takes one's own comment away, or any below one's own post. */
  async remove(fan: Fan, postId: string, id: string): Promise<void> {
    const removed =
      (await this.repository.remove(id, postId, fan.id)) ??
      (await this.removeFromOwnPost(fan, postId, id));
    await this.afterRemoval(removed);
  }

  /** How many comments a fan has written. */
  countOf(fanId: string): Promise<number> {
    return this.repository.countOf(new Types.ObjectId(fanId));
  }

  /** Takes a comment away that an admin does not leave; false where it is gone already. */
  async removeForAdmin(id: string): Promise<boolean> {
    const comment = await this.repository.find(id);
    const removed = comment && (await this.repository.remove(id, comment.postId.toString()));
    if (removed) await this.afterRemoval(removed);
    return removed !== null;
  }

  /** Takes all comments of a leaving fan away, some at a time. */
  async removeAllOf(fanId: string): Promise<void> {
    const authorId = new Types.ObjectId(fanId);
    for (;;) {
      const comments = await this.repository.findOf(authorId, BATCH);
      if (comments.length === 0) return;
      await Promise.all(
        comments.map(async ({ _id, postId }) => {
          const removed = await this.repository.remove(_id.toString(), postId.toString(), fanId);
          if (removed) await this.afterRemoval(removed);
        }),
      );
    }
  }

  /** All that a fan said below posts, for the fan's own export. */
  async *exportOf(fanId: string): AsyncIterable<OwnComment> {
    const authorId = new Types.ObjectId(fanId);
    let after: Types.ObjectId | undefined;
    do {
      const comments = await this.repository.findOf(authorId, 1_000, after);
      for (const { _id, postId, text, createdAt } of comments) {
        yield {
          _id: _id.toString(),
          postId: postId.toString(),
          text,
          createdAt: createdAt.toISOString(),
        };
      }
      after = comments.at(-1)?._id;
    } while (after);
  }

  /** Who has commented on a post: those of its newest comments, where there are many. */
  private async authorsIn({ _id, commentsCount, firstComments }: Post): Promise<string[]> {
    return firstComments.length >= commentsCount
      ? firstComments.map(({ authorId }) => authorId.toString())
      : this.repository.findNewestAuthors(_id, MOST_TOLD);
  }

  private async removeFromOwnPost(fan: Fan, postId: string, id: string): Promise<Comment> {
    const author = await this.reader.requireSeen(fan.id, postId);
    if (author !== fan.id) {
      const comment = await this.repository.find(id);
      if (comment?.postId.toString() === postId) requireOwner(fan, comment);
      throw new NotFound('comment');
    }
    const removed = await this.repository.remove(id, postId);
    if (!removed) throw new NotFound('comment');
    return removed;
  }

  private async afterRemoval(comment: Comment): Promise<void> {
    this.totals.countSoon('comments', comment, -1);
    const out = await this.repository.countOut(comment);
    if (!out) return;
    this.news.changed(out.post);
    // Whoever wrote it may be on the way to put it into the preview.
    const isYoung = this.clock.now().getTime() - comment.createdAt.getTime() < YOUNG_MS;
    if (out.wasMissed && isYoung) this.recount.suspect(comment.postId.toString());
  }
}
