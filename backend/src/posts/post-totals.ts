import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongoose';

import { CountersService } from '../counters/counters.service.js';
import { FanCountsService } from '../users/fan-counts.service.js';
import type { Post } from './post.schema.js';

/** Owns what is counted of posts beside their authors, and of all of them by day. */
@Injectable()
export class PostTotals {
  constructor(
    private readonly fans: FanCountsService,
    private readonly counters: CountersService,
  ) {}

  /** Counts a post that comes, or goes with -1, in the transaction in which it does. */
  async count(
    { authorId, createdAt }: Pick<Post, 'authorId' | 'createdAt'>,
    change: 1 | -1,
    transaction: ClientSession,
  ): Promise<void> {
    await this.fans.countPost(authorId, change, transaction);
    await this.counters.count('posts', [createdAt], change, transaction);
  }
}
