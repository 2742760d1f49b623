import { Injectable, type OnModuleInit } from '@nestjs/common';

import {
  type Excerpt,
  EXCERPT_LENGTH,
  NotificationExcerpts,
} from '../notifications/notification-excerpts.js';
import { ExcerptsRepository } from './excerpts.repository.js';

/** Provides notifications with excerpts of posts and comments. */
@Injectable()
export class PostExcerpts implements OnModuleInit {
  constructor(
    private readonly repository: ExcerptsRepository,
    private readonly excerpts: NotificationExcerpts,
  ) {}

  onModuleInit(): void {
    this.excerpts.register('post', (ids) => this.findPosts(ids));
    this.excerpts.register('comment', (ids) => this.findComments(ids));
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
}
