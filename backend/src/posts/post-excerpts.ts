import { COMMENT_MAX_LENGTH } from '@kickoff/contracts';
import { Injectable, type OnModuleInit } from '@nestjs/common';

import {
  type Excerpt,
  EXCERPT_LENGTH,
  NotificationExcerpts,
} from '../notifications/notification-excerpts.js';
import { ExcerptsRepository } from './excerpts.repository.js';
import { toTexts } from './post-texts.js';
import { PostsRepository } from './posts.repository.js';

const NO_PREVIEW = { likes: 0, comments: 0 };

/** Provides notifications with excerpts of posts and comments. */
@Injectable()
export class PostExcerpts implements OnModuleInit {
  constructor(
    private readonly repository: ExcerptsRepository,
    private readonly posts: PostsRepository,
    private readonly excerpts: NotificationExcerpts,
  ) {}

  onModuleInit(): void {
    this.excerpts.register('post', {
      findExcerpts: (ids) => this.findPosts(ids),
      findTexts: (ids) => this.findPostTexts(ids),
    });
    this.excerpts.register('comment', {
      findExcerpts: (ids) => this.findComments(ids),
      findTexts: (ids) => this.findCommentTexts(ids),
    });
  }

  private async findPosts(ids: readonly string[]): Promise<Map<string, Excerpt>> {
    const posts = await this.repository.findPosts(ids, EXCERPT_LENGTH);
    return new Map(
      posts.map(({ _id, authorId, text, match }) => [
        _id,
        {
          text,
          authorIds: [authorId],
          ...(match ? { match: { id: match.id, at: match.at } } : {}),
        },
      ]),
    );
  }

  /** Without comments on a deleted or moderated post, which exist a while longer. */
  private async findComments(ids: readonly string[]): Promise<Map<string, Excerpt>> {
    const comments = await this.repository.findComments(ids, EXCERPT_LENGTH);
    const postIds = new Set(comments.map(({ postId }) => postId));
    const posts = await this.repository.findPosts([...postIds], 0);
    const postsById = new Map(posts.map((post) => [post._id, post]));
    const excerpts = new Map<string, Excerpt>();
    for (const { _id, authorId, postId, text, createdAt, matchAt = createdAt } of comments) {
      const post = postsById.get(postId);
      if (!post) continue;
      excerpts.set(_id, {
        text,
        authorIds: [authorId, post.authorId],
        ...(post.match ? { match: { id: post.match.id, at: matchAt } } : {}),
      });
    }
    return excerpts;
  }

  private async findPostTexts(ids: readonly string[]): Promise<Map<string, string[]>> {
    const posts = await this.posts.findByIds(ids, NO_PREVIEW);
    const quotedIds = posts.flatMap(({ quoteId }) => quoteId ?? []);
    const quoted = await this.posts.findByIds(quotedIds, NO_PREVIEW);
    const quotedById = new Map(quoted.map((post) => [post._id, post]));
    return new Map(
      posts.map((post) => [post._id, toTexts(post, quotedById.get(post.quoteId ?? ''))]),
    );
  }

  private async findCommentTexts(ids: readonly string[]): Promise<Map<string, string[]>> {
    const comments = await this.repository.findComments(ids, COMMENT_MAX_LENGTH);
    return new Map(comments.map(({ _id, text }) => [_id, [text]]));
  }
}
