import { Injectable, Logger } from '@nestjs/common';
import { isBlank, MESSAGES, type NewPost, type Post, type PostChange } from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { requireOwner } from '../common/auth/require-owner.js';
import { Conflict, InvalidInput, NotFound } from '../common/errors/coded-errors.js';
import type { FormFiles } from '../common/http/multipart.js';
import type { CallResult } from '../common/idempotency/idempotency.service.js';
import { toSearchWords } from '../common/text/search-words.js';
import { inTransaction } from '../common/mongo/transaction.js';
import { Clock } from '../common/time/clock.js';
import { Batches } from '../common/work/batches.js';
import { toPostPoll } from './polls/new-poll.js';
import { PostFiles } from './post-files.js';
import { PostEvents } from './post-events.js';
import { PostPresenter } from './post-presenter.js';
import { PostCleanupJob } from './post-cleanup.job.js';
import { PostTotals } from './post-totals.js';
import type { PostDocument } from './post.schema.js';
import { PostsRepository } from './posts.repository.js';
import { ThreadPosts } from './threads/thread-posts.js';
import type { QuotablePost } from './quotes/quoted-posts.repository.js';
import { QuotesService } from './quotes/quotes.service.js';

/** Posts of a deleted account removed in one batch. */
const BATCH = 50;
/** The most queued posts of one author written in one transaction. */
const MAX_BATCH = 20;

/**
 * Creates, edits and removes posts. `PostPresenter` builds the responses; `PostCleanupJob` deletes
 * a removed post's dependent rows.
 */
@Injectable()
export class PostsService {
  private readonly logger = new Logger(PostsService.name);
  /** Batched by author, since all posts of an author write the same count. */
  private readonly inserts = new Batches<PostDocument, boolean>(
    (authorId, posts) => this.insertBatch(authorId, posts),
    MAX_BATCH,
    ({ _id }) => _id,
  );

  constructor(
    private readonly repository: PostsRepository,
    private readonly files: PostFiles,
    private readonly totals: PostTotals,
    private readonly cleanup: PostCleanupJob,
    private readonly presenter: PostPresenter,
    private readonly quotes: QuotesService,
    private readonly threads: ThreadPosts,
    private readonly events: PostEvents,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores a new post. Its id comes from the idempotency key, so an existing post with that id was
   * stored by an earlier attempt of the same request.
   *
   * @throws NotFound if that post has since been deleted or moderated
   */
  async create(
    fan: Fan,
    { id, exists, isRetry }: CallResult,
    input: NewPost,
    sent: FormFiles,
  ): Promise<Post> {
    // A retry may meet a closed thread, a deleted quote or a full quota that the stored post did not.
    // A removed one must not be stored a second time: its removal and restore go by its id.
    if (exists || (isRetry && (await this.repository.wasStored(id)))) return this.one(fan, id);
    if (isBlank(input.text) && !sent['image'] && !sent['video']) {
      throw new InvalidInput(MESSAGES.emptyPost);
    }
    const poll = toPostPoll(input, this.clock.now());
    const quoted = await this.quotes.requireQuotable(fan, input.quote);
    const match = await this.threads.requireOpen(fan, input.matchId);
    const media = await this.files.store(fan, sent, input.alt);
    const post: PostDocument = {
      _id: id,
      authorId: fan.id,
      text: input.text,
      ...media,
      ...(quoted ? { quoteId: quoted._id } : {}),
      ...(poll ? { poll } : {}),
      ...(match ? { match } : {}),
      likesCount: 0,
      commentsCount: 0,
      newestLikers: [],
      firstComments: [],
      searchWords: toSearchWords(input.text, media),
      version: 1,
      createdAt: this.clock.now(),
    };

    if (!(await this.inserts.add(fan.id, post))) {
      await this.files.discard(post);
      return this.one(fan, id);
    }
    await this.files.confirm(post);
    this.logger.log({ event: 'post_created', postId: post._id, fanId: fan.id });
    const answer = await this.presenter.present(fan.id, post, false);
    this.events.created(await this.withWholeQuote(answer, post, quoted), post, quoted);
    if (quoted) this.events.quoted(answer, post, quoted.authorId);
    return answer;
  }

  /**
   * @param isRevealed returns the full post even if it is about a moment of a match that the fan
   * has not seen
   */
  one(fan: Fan, id: string, isRevealed = false): Promise<Post> {
    return this.presenter.getPost(fan.id, id, isRevealed);
  }

  /** Replaces the text of the fan's own post and marks it as edited. */
  async edit(fan: Fan, id: string, { text }: PostChange): Promise<Post> {
    const isEmpty = isBlank(text);
    const moment = await this.threads.findMoment(fan, id);
    const edited = await this.repository.editOwn(
      id,
      fan.id,
      { text, searchWords: toSearchWords(text, {}), moment },
      isEmpty,
    );
    if (!edited) {
      await this.requireOwn(fan, id);
      if (!isEmpty || (await this.repository.hasVotes(id))) {
        throw new Conflict('A post with votes cannot be edited');
      }
      throw new InvalidInput(MESSAGES.emptyPost);
    }
    this.events.changed(edited);
    this.logger.log({ event: 'post_edited', postId: id, fanId: fan.id });
    return this.one(fan, id);
  }

  async remove(fan: Fan, id: string): Promise<void> {
    if (!(await this.deleteOwn(fan.id, id))) {
      await this.requireOwn(fan, id);
      throw new NotFound('post');
    }
    this.logger.log({ event: 'post_deleted', postId: id, fanId: fan.id });
  }

  /** Removes all posts of a deleted account in batches. */
  async removeAllOf(fanId: string): Promise<void> {
    for (;;) {
      const ids = await this.repository.findIdsOf(fanId, BATCH);
      if (ids.length === 0) return;
      for (const id of ids) await this.deleteOwn(fanId, id);
    }
  }

  /** The live row of a thread is one for all watchers, whatever the author sees of the quoted post. */
  private async withWholeQuote(
    answer: Post,
    post: PostDocument,
    quoted: QuotablePost | undefined,
  ): Promise<Post> {
    if (!quoted || !post.match) return answer;
    const quote = (await this.quotes.present(quoted.authorId, [post])).get(post._id);
    return quote ? { ...answer, quote } : answer;
  }

  private insertBatch(authorId: string, posts: readonly PostDocument[]): Promise<boolean[]> {
    return inTransaction(async () => {
      const areNew = await this.repository.insertNew(posts);
      await this.totals.count(
        authorId,
        posts.filter((_, at) => areNew[at]),
        1,
      );
      return areNew;
    });
  }

  /** Removes a fan's own post. Returns false if no post has this id. */
  private async deleteOwn(fanId: string, id: string): Promise<boolean> {
    const post = await this.cleanup.deleteOwn(id, fanId);
    if (!post) return false;
    this.events.removed(post);
    return true;
  }

  private async requireOwn(fan: Fan, id: string): Promise<void> {
    requireOwner(fan, { authorId: await this.presenter.requireVisible(fan.id, id) });
  }
}
