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
import { Batches } from '../common/work/batches.js';
import { InTurn } from '../common/work/in-turn.js';
import { CountersService } from '../counters/counters.service.js';
import type { Comment } from './comment.schema.js';
import { CommentsRepository } from './comments.repository.js';
import { PostNews } from './post-news.js';
import { PostReader } from './post-reader.js';
import type { Post } from './post.schema.js';

/** What a list answers to a client that knows no paging. */
const UNPAGED_COMMENTS = 100;
/** So many of the newest comments have authors who are told of the next one. */
const MOST_TOLD = 200;
/** Comments on one post that wait for each other are stored in one go, so many at the most. */
const AT_ONCE = 50;
/** Comments of a leaving fan taken away side by side, and in one round. */
const BATCH = 20;

/** Whether a comment is new, and its post then: null where it is gone. */
interface Added {
  isNew: boolean;
  post: Post | null;
}

/**
 * Owns what fans say below posts. A comment stands in one transaction with the
 * post's count and preview.
 */
@Injectable()
export class CommentsService {
  /** Comments on one post meet in its count. */
  private readonly additions = new Batches<Comment, Added>(
    (postId, comments) => this.addSome(postId, comments),
    AT_ONCE,
    ({ _id }) => _id.toString(),
  );
  private readonly inTurn = new InTurn();

  constructor(
    private readonly repository: CommentsRepository,
    private readonly reader: PostReader,
    private readonly news: PostNews,
    private readonly counters: CountersService,
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
    const comment: Comment = {
      _id: new Types.ObjectId(id),
      postId: new Types.ObjectId(postId),
      authorId: new Types.ObjectId(fan.id),
      text: input.text,
      createdAt: this.clock.now(),
    };

    await this.reader.requireNotKeptApart(fan.id, postId);
    const { isNew, post } = await this.additions.add(postId, comment);
    if (!isNew) return this.reader.wholeWithNewestComments(fan.id, postId);
    if (!post) throw new NotFound('post');
    this.news.commented(post, fan.id, () => this.authorsIn(post));
    return this.reader.withNewestComments(fan.id, post);
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
    const comment = { id, postId };
    const isRemoved = await this.take({ ...comment, authorId: fan.id });
    if (!isRemoved) await this.removeFromOwnPost(fan, comment);
  }

  /** How many comments a fan has written. */
  countOf(fanId: string): Promise<number> {
    return this.repository.countOf(new Types.ObjectId(fanId));
  }

  /** Takes a comment away that an admin does not leave; false where it is gone already. */
  async removeForAdmin(id: string): Promise<boolean> {
    const comment = await this.repository.find(id);
    return comment !== null && this.take({ id, postId: comment.postId.toString() });
  }

  /** Takes all comments of a leaving fan away, some at a time. */
  async removeAllOf(fanId: string): Promise<void> {
    const authorId = new Types.ObjectId(fanId);
    for (;;) {
      const comments = await this.repository.findOf(authorId, BATCH);
      if (comments.length === 0) return;
      await Promise.all(
        comments.map(({ _id, postId }) =>
          this.take({ id: _id.toString(), postId: postId.toString(), authorId: fanId }),
        ),
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

  private async addSome(postId: string, comments: readonly Comment[]): Promise<Added[]> {
    const { areNew, post = null } = await this.repository.add(
      new Types.ObjectId(postId),
      comments,
      (madeAt, transaction) => this.counters.count('comments', madeAt, 1, transaction),
    );
    return areNew.map((isNew) => ({ isNew, post }));
  }

  private async removeFromOwnPost(
    fan: Fan,
    { id, postId }: { id: string; postId: string },
  ): Promise<void> {
    const author = await this.reader.requireSeen(fan.id, postId);
    if (author !== fan.id) {
      const comment = await this.repository.find(id);
      if (comment?.postId.toString() === postId) requireOwner(fan, comment);
      throw new NotFound('comment');
    }
    if (!(await this.take({ id, postId }))) throw new NotFound('comment');
  }

  /** Takes a comment of a post away, of whomever or of one author only; false where there is none. */
  private async take(comment: { id: string; postId: string; authorId?: string }): Promise<boolean> {
    const removed = await this.inTurn.run(comment.postId, () =>
      this.repository.remove(comment, ({ createdAt }, transaction) =>
        this.counters.count('comments', [createdAt], -1, transaction),
      ),
    );
    if (removed?.post) this.news.changed(removed.post);
    return removed !== null;
  }
}
