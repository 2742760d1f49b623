import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import {
  type FeedQuery,
  isBlank,
  MESSAGES,
  type NewPost,
  type OwnPostsQuery,
  type Post as PostAnswer,
} from '@kickoff/contracts';
import { Types } from 'mongoose';

import type { Fan } from '../common/auth/audience.js';
import { requireOwner } from '../common/auth/require-owner.js';
import { InvalidInput, NotFound } from '../common/errors/coded-errors.js';
import { Cursors } from '../common/http/cursors.js';
import type { FormFiles } from '../common/http/multipart.js';
import type { Page } from '../common/http/page.js';
import { Clock } from '../common/time/clock.js';
import { CountersService } from '../counters/counters.service.js';
import { UsersService } from '../users/users.service.js';
import { PostFiles } from './post-files.js';
import type { Post } from './post.schema.js';
import { fansNamedIn, toPostAnswer } from './post.view.js';
import { PostsRepository } from './posts.repository.js';

/** What a list answers to a client that knows no paging. */
const UNPAGED_FEED = 50;
const UNPAGED_AUTHOR = 200;
/** What a list shows of likes and comments unless asked for less. */
const LIST_PREVIEW = 20;

/**
 * Owns posts: who may write, see and remove them. Names and pictures of fans
 * come from users.
 */
@Injectable()
export class PostsService implements OnApplicationBootstrap {
  private readonly logger = new Logger(PostsService.name);

  constructor(
    private readonly repository: PostsRepository,
    private readonly users: UsersService,
    private readonly counters: CountersService,
    private readonly files: PostFiles,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return this.counters.heal('posts', () => this.repository.countByMonth());
  }

  /**
   * Stores a new post. The id comes from the call: where it is there already,
   * an earlier try of the same call has stored it.
   */
  async create(fan: Fan, id: string, input: NewPost, sent: FormFiles): Promise<PostAnswer> {
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

    if (!(await this.repository.insert(post))) {
      await this.files.discard(post);
      return this.one(id);
    }
    await Promise.all([
      this.files.settle(post),
      this.users.countPost(post.authorId, 1),
      this.counters.bump('posts', post.createdAt, 1),
    ]);
    this.logger.log({ event: 'postCreated', postId: post._id, fanId: fan.id });
    return this.answerOne(post);
  }

  /** The newest posts of everyone or of one fan, page by page. */
  async feed(query: FeedQuery): Promise<Page<PostAnswer>> {
    if (query.author === undefined) return this.page(query, 'feed', UNPAGED_FEED);
    return this.ofAuthor(await this.users.idOf(query.author), query);
  }

  /** One fan's posts, newest first, page by page. */
  ofAuthor(authorId: string, query: OwnPostsQuery): Promise<Page<PostAnswer>> {
    return this.page(query, `author:${authorId}`, UNPAGED_AUTHOR, authorId);
  }

  private async page(
    query: OwnPostsQuery,
    list: string,
    unpaged: number,
    authorId?: string,
  ): Promise<Page<PostAnswer>> {
    const size = query.limit ?? unpaged;
    const after = query.cursor === undefined ? undefined : this.cursors.decode(list, query.cursor);
    const preview = {
      likes: query.likes ?? LIST_PREVIEW,
      comments: query.comments ?? LIST_PREVIEW,
    };

    // One more than asked for tells whether there is a next page.
    const found = await this.repository.findPage(size + 1, preview, { authorId, after });
    const posts = found.slice(0, size);
    const fans = await this.users.summaries(fansNamedIn(posts));
    const last = posts.at(-1);
    return {
      items: posts.flatMap((post) => toPostAnswer(post, fans, false) ?? []),
      ...(found.length > size && last
        ? { next: this.cursors.encode(list, { at: last.createdAt, id: last._id.toString() }) }
        : {}),
    };
  }

  async one(id: string): Promise<PostAnswer> {
    const post = await this.repository.findById(id);
    if (!post) throw new NotFound('post');
    return this.answerOne(post);
  }

  /** Takes one's own post away. */
  async remove(fan: Fan, id: string): Promise<void> {
    const removed = await this.repository.removeOwn(id, fan.id);
    if (!removed) {
      const post = await this.repository.findById(id);
      if (post) requireOwner(fan, post);
      throw new NotFound('post');
    }
    await Promise.all([
      this.users.countPost(new Types.ObjectId(fan.id), -1),
      this.counters.bump('posts', removed.createdAt, -1),
    ]);
    await this.files.discard(removed);
    this.logger.log({ event: 'postDeleted', postId: id, fanId: fan.id });
  }

  private async answerOne(post: Post): Promise<PostAnswer> {
    const fans = await this.users.summaries(fansNamedIn([post]));
    const answer = toPostAnswer(post, fans, false);
    if (!answer) throw new NotFound('post');
    return answer;
  }
}
