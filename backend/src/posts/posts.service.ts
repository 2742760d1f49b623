import { Injectable, Logger } from '@nestjs/common';
import {
  isBlank,
  MESSAGES,
  type NewPost,
  type Post as PostAnswer,
  type PostChange,
} from '@kickoff/contracts';
import { Types } from 'mongoose';

import type { Fan } from '../common/auth/audience.js';
import { requireOwner } from '../common/auth/require-owner.js';
import { InvalidInput, NotFound } from '../common/errors/coded-errors.js';
import type { FormFiles } from '../common/http/multipart.js';
import type { CallResult } from '../common/idempotency/idempotency.service.js';
import { Clock } from '../common/time/clock.js';
import { PostFiles } from './post-files.js';
import { PostNews } from './post-news.js';
import { PostReader } from './post-reader.js';
import { PostRemovals } from './post-removals.js';
import { PostTotals } from './post-totals.js';
import type { Post } from './post.schema.js';
import { PostsRepository } from './posts.repository.js';

/** Posts of a leaving fan taken away in one round. */
const BATCH = 50;

/**
 * Owns posts: who may write, change and remove them. How they look to a reader
 * is the reader's, and what hangs on a removed one goes with the removals.
 */
@Injectable()
export class PostsService {
  private readonly logger = new Logger(PostsService.name);

  constructor(
    private readonly repository: PostsRepository,
    private readonly files: PostFiles,
    private readonly totals: PostTotals,
    private readonly removals: PostRemovals,
    private readonly reader: PostReader,
    private readonly news: PostNews,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores a new post. The id comes from the call: where a post has it already,
   * an earlier try of the same call has stored it.
   *
   * @throws NotFound where that post is gone meanwhile
   */
  async create(
    fan: Fan,
    { id, exists }: CallResult,
    input: NewPost,
    sent: FormFiles,
  ): Promise<PostAnswer> {
    if (exists) return this.one(fan, id);
    if (isBlank(input.text) && !sent['image'] && !sent['video']) {
      throw new InvalidInput(MESSAGES.emptyPost);
    }
    const media = await this.files.keep(fan, sent, input.alt);
    const post: Post = {
      _id: new Types.ObjectId(id),
      authorId: new Types.ObjectId(fan.id),
      text: input.text,
      ...media,
      likesCount: 0,
      commentsCount: 0,
      newestLikers: [],
      firstComments: [],
      version: 1,
      createdAt: this.clock.now(),
    };

    const isNew = await this.repository.insert(post, (transaction) =>
      this.totals.count(post, 1, transaction),
    );
    if (!isNew) {
      await this.files.discard(post);
      return this.one(fan, id);
    }
    await this.files.settle(post);
    this.logger.log({ event: 'postCreated', postId: post._id, fanId: fan.id });
    const answer = await this.reader.answer(fan.id, post, false);
    this.news.created(answer);
    return answer;
  }

  one(fan: Fan, id: string): Promise<PostAnswer> {
    return this.reader.whole(fan.id, id);
  }

  /** Gives one's own post another text and marks it as edited. */
  async edit(fan: Fan, id: string, { text }: PostChange): Promise<PostAnswer> {
    const isEmpty = isBlank(text);
    const edited = await this.repository.editOwn(id, fan.id, text, isEmpty);
    if (!edited) {
      await this.requireOwn(fan, id);
      throw new InvalidInput(MESSAGES.emptyPost);
    }
    this.news.changed(edited);
    this.logger.log({ event: 'postEdited', postId: id, fanId: fan.id });
    return this.one(fan, id);
  }

  /** Takes one's own post away. */
  async remove(fan: Fan, id: string): Promise<void> {
    if (!(await this.removed(fan.id, id))) {
      await this.requireOwn(fan, id);
      throw new NotFound('post');
    }
    this.logger.log({ event: 'postDeleted', postId: id, fanId: fan.id });
  }

  /** Takes all posts of a leaving fan away, some at a time. */
  async removeAllOf(fanId: string): Promise<void> {
    for (;;) {
      const ids = await this.repository.findIdsOf(fanId, BATCH);
      if (ids.length === 0) return;
      for (const id of ids) await this.removed(fanId, id);
    }
  }

  /** Takes a fan's own post away; false where there is none with this id. */
  private async removed(fanId: string, id: string): Promise<boolean> {
    const post = await this.removals.removeOwn(id, fanId);
    if (!post) return false;
    this.news.removed(post);
    return true;
  }

  private async requireOwn(fan: Fan, id: string): Promise<void> {
    requireOwner(fan, { authorId: await this.reader.requireSeen(fan.id, id) });
  }
}
