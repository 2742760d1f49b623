import { Injectable } from '@nestjs/common';
import {
  type Comment,
  isBlank,
  type NewComment,
  type OwnComment,
  type PostPageQuery,
  type Post,
} from '@kickoff/contracts';

import type { Fan } from '../../common/auth/audience.js';
import { requireOwner } from '../../common/auth/require-owner.js';
import { InvalidInput, NotFound } from '../../common/errors/coded-errors.js';
import { Cursors, positionOf } from '../../common/http/cursors.js';
import { cutPage, type Page } from '../../common/http/page.js';
import type { CallResult } from '../../common/idempotency/idempotency.service.js';
import { afterCommit, inTransaction } from '../../common/mongo/transaction.js';
import { Clock } from '../../common/time/clock.js';
import { Batches } from '../../common/work/batches.js';
import { KeyedMutex } from '../../common/work/keyed-mutex.js';
import { CountersService } from '../../counters/counters.service.js';
import type { CommentDocument } from './comment.schema.js';
import { CommentsRepository } from './comments.repository.js';
import { UnseenCommentsFinder } from './unseen-comments.js';
import { PostEvents } from '../post-events.js';
import { PostPresenter } from '../post-presenter.js';
import type { PostDocument } from '../post.schema.js';

/** Page size for clients that send no `limit`. */
const UNPAGED_COMMENTS = 100;
/** Authors of this many newest comments are notified of the next one. */
const MAX_NOTIFIED_COMMENTS = 200;
/** The most queued comments on one post written in one transaction. */
const MAX_BATCH = 50;
/** Comments of a deleted account removed concurrently. */
const BATCH = 20;

/** `post` is null if it is deleted. */
interface Added {
  isNew: boolean;
  post: PostDocument | null;
}

/** Owns comments. A comment is written in one transaction with the post's count and preview. */
@Injectable()
export class CommentsService {
  /** Batched by post, since all its comments write the same count. */
  private readonly additions = new Batches<CommentDocument, Added>(
    (postId, comments) => this.addBatch(postId, comments),
    MAX_BATCH,
    ({ _id }) => _id,
  );
  private readonly removals = new KeyedMutex();

  constructor(
    private readonly repository: CommentsRepository,
    private readonly presenter: PostPresenter,
    private readonly unseen: UnseenCommentsFinder,
    private readonly events: PostEvents,
    private readonly counters: CountersService,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores a new comment. Its id comes from the idempotency key, so an existing
   * comment with that id was stored by an earlier attempt of the same request.
   *
   * @returns the post with its newest comments
   */
  async create(
    fan: Fan,
    postId: string,
    { id, exists }: CallResult,
    input: NewComment,
  ): Promise<Post> {
    if (exists) return this.presenter.getPostWithNewestComments(fan.id, postId);
    if (isBlank(input.text)) throw new InvalidInput('A comment needs text');
    const now = this.clock.now();
    const matchAt = await this.unseen.findMoment(fan.id, postId, now);
    const comment: CommentDocument = {
      _id: id,
      postId,
      authorId: fan.id,
      text: input.text,
      createdAt: now,
      ...(matchAt ? { matchAt } : {}),
    };

    await this.presenter.requireNotBlocked(fan.id, postId);
    const { isNew, post } = await this.additions.add(postId, comment);
    if (!isNew) return this.presenter.getPostWithNewestComments(fan.id, postId);
    if (!post) throw new NotFound('post');
    const answer = this.presenter.presentWithNewestComments(fan.id, post);
    this.events.commented(post, comment, () => this.findAuthors(post, answer));
    return answer;
  }

  /** Lists the comments of a post, oldest first, with paging. */
  async list(fan: Fan, postId: string, query: PostPageQuery): Promise<Page<Comment>> {
    await this.presenter.requireVisible(fan.id, postId);
    const list = `comments:${postId}`;
    const size = query.limit ?? UNPAGED_COMMENTS;
    const after = this.cursors.decode(list, query.cursor);

    const isRevealed = query.reveal === 'true';
    const visibility = await this.presenter.findCommentVisibility(fan.id, postId, isRevealed);
    const page = await this.repository.findPage(postId, size, visibility, after);
    const answers = await this.presenter.presentComments(fan.id, page.rows);
    const { items, last } = cutPage(answers, page);
    return this.cursors.toPage(list, items, last && positionOf(last));
  }

  /** Returns one comment. Throws `NotFound` if the fan may not see it. */
  async one(fan: Fan, id: string): Promise<Comment> {
    const comment = await this.repository.find(id);
    if (!comment) throw new NotFound('comment');
    await this.presenter.requireVisible(fan.id, comment.postId);
    const [answer] = await this.presenter.presentComments(fan.id, [comment]);
    if (!answer) throw new NotFound('comment');
    return answer;
  }

  /** Removes a fan's own comment, or any comment on the fan's own post. */
  async remove(fan: Fan, postId: string, id: string): Promise<void> {
    const comment = { id, postId };
    const isRemoved = await this.removeOne({ ...comment, authorId: fan.id });
    if (!isRemoved) await this.removeFromOwnPost(fan, comment);
  }

  /** Returns whether a fan has written a comment that still exists. */
  hasAnyOf(fanId: string): Promise<boolean> {
    return this.repository.existsByAuthor(fanId);
  }

  /** Counts the comments a fan has written. */
  countOf(fanId: string): Promise<number> {
    return this.repository.countByAuthor(fanId);
  }

  /** Removes a comment by an admin's decision. Returns false if it is already deleted. */
  async removeForAdmin(id: string): Promise<boolean> {
    const comment = await this.repository.find(id);
    return comment !== null && this.removeOne({ id, postId: comment.postId });
  }

  /** Removes all comments of a deleted account in batches. */
  async removeAllOf(fanId: string): Promise<void> {
    for (;;) {
      const comments = await this.repository.findByAuthor(fanId, BATCH);
      if (comments.length === 0) return;
      await Promise.all(
        comments.map(({ _id, postId }) => this.removeOne({ id: _id, postId, authorId: fanId })),
      );
    }
  }

  /** Yields all comments of a fan for the data export. */
  async *exportOf(fanId: string): AsyncIterable<OwnComment> {
    let after: string | undefined;
    do {
      const comments = await this.repository.findByAuthor(fanId, 1_000, after);
      for (const { _id, postId, text, createdAt } of comments) {
        yield { _id, postId, text, createdAt: createdAt.toISOString() };
      }
      after = comments.at(-1)?._id;
    } while (after);
  }

  /**
   * Authors of a post's newest `MAX_NOTIFIED_COMMENTS` comments; without a query if the response
   * has all of them.
   */
  private async findAuthors(
    { _id, commentsCount, firstComments }: PostDocument,
    answer: Promise<Post>,
  ): Promise<string[]> {
    if (firstComments.length >= commentsCount) return firstComments.map(({ authorId }) => authorId);
    const [answered] = await Promise.allSettled([answer]);
    const shown = answered.status === 'fulfilled' ? answered.value.comments : [];
    return shown.length >= commentsCount
      ? shown.map(({ user }) => user._id)
      : this.repository.findNewestAuthors(_id, MAX_NOTIFIED_COMMENTS);
  }

  private async addBatch(postId: string, comments: readonly CommentDocument[]): Promise<Added[]> {
    const { areNew, post = null } = await inTransaction(async () => {
      const added = await this.repository.add(postId, comments);
      // Comments on posts of a rehearsal are not part of any total.
      if (added.post && added.post.match?.rehearsal === undefined) {
        const newOnes = comments.filter((_, at) => added.areNew[at]);
        const madeAt = newOnes.map(({ createdAt }) => createdAt);
        await this.counters.count('comments', madeAt, 1);
      }
      return added;
    });
    return areNew.map((isNew) => ({ isNew, post }));
  }

  private async removeFromOwnPost(
    fan: Fan,
    { id, postId }: { id: string; postId: string },
  ): Promise<void> {
    const author = await this.presenter.requireVisible(fan.id, postId);
    if (author !== fan.id) {
      const comment = await this.repository.find(id);
      if (comment?.postId === postId) requireOwner(fan, comment);
      throw new NotFound('comment');
    }
    if (!(await this.removeOne({ id, postId }))) throw new NotFound('comment');
  }

  /**
   * Removes a comment of a post, of a given author only if named. Returns false if none matches.
   */
  private async removeOne(comment: {
    id: string;
    postId: string;
    authorId?: string;
  }): Promise<boolean> {
    const removed = await this.removals.run(comment.postId, () =>
      inTransaction(async () => {
        const found = await this.repository.remove(comment);
        if (found && !found.uncounted) {
          await this.counters.count('comments', [found.createdAt], -1);
        }
        return found;
      }),
    );
    const post = removed?.post;
    if (post) await afterCommit(() => this.events.changed(post));
    return removed !== null;
  }
}
