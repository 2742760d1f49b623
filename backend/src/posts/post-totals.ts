import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';

import { CountersService } from '../counters/counters.service.js';
import { UsersService } from '../users/users.service.js';
import type { Post } from './post.schema.js';
import { PostsRepository } from './posts.repository.js';

/** Owns what is counted of posts: each fan's own, and all by month. */
@Injectable()
export class PostTotals implements OnApplicationBootstrap {
  constructor(
    private readonly repository: PostsRepository,
    private readonly users: UsersService,
    private readonly counters: CountersService,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return this.counters.heal('posts', () => this.repository.countByMonth());
  }

  /** Counts a post that came, or went with -1. */
  async count({ authorId, createdAt }: Post, change: 1 | -1): Promise<void> {
    await Promise.all([
      this.users.countPost(authorId, change),
      this.counters.bump('posts', createdAt, change),
    ]);
  }
}
