import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { ClientSession } from 'mongoose';

import { type Activity, CountersService } from '../counters/counters.service.js';
import { FanCountsService } from '../users/fan-counts.service.js';
import { CommentsRepository } from './comments.repository.js';
import { LikesRepository } from './likes.repository.js';
import type { Post } from './post.schema.js';
import { PostsRepository } from './posts.repository.js';

/** Owns what is counted of posts, likes and comments: each fan's own posts, and all of them by day. */
@Injectable()
export class PostTotals implements OnApplicationBootstrap {
  constructor(
    private readonly repository: PostsRepository,
    private readonly likes: LikesRepository,
    private readonly comments: CommentsRepository,
    private readonly fans: FanCountsService,
    private readonly counters: CountersService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await Promise.all([
      this.counters.heal('posts', () => this.repository.countByDay()),
      this.counters.heal('likes', () => this.likes.countByDay()),
      this.counters.heal('comments', () => this.comments.countByDay()),
    ]);
  }

  /** Counts a post that came, or went with -1. */
  async count({ authorId, createdAt }: Post, change: 1 | -1): Promise<void> {
    await Promise.all([
      this.fans.countPost(authorId, change),
      this.counters.bump('posts', createdAt, change),
    ]);
  }

  /** Counts what went with a post, in the transaction in which it goes. */
  countRemoved(
    kind: Activity,
    rows: readonly { createdAt: Date }[],
    transaction: ClientSession,
  ): Promise<void> {
    return this.counters.countRemoved(
      kind,
      rows.map(({ createdAt }) => createdAt),
      transaction,
    );
  }

  /** Counts a like or a comment that came, or went with -1, soon. */
  countSoon(kind: Activity, { createdAt }: { createdAt: Date }, change: 1 | -1): void {
    this.counters.gather(kind, createdAt, change);
  }
}
