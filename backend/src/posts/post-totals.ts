import { Injectable } from '@nestjs/common';

import { CountersService } from '../counters/counters.service.js';
import { FanCountsService } from '../users/fan-counts.service.js';
import type { PostDocument } from './post.schema.js';

/** Owns the counts of posts: per author, and of all posts per day. */
@Injectable()
export class PostTotals {
  constructor(
    private readonly fans: FanCountsService,
    private readonly counters: CountersService,
  ) {}

  /** Counts an added (1) or removed (-1) post in that change's transaction. */
  async count(
    { authorId, createdAt, match }: Pick<PostDocument, 'authorId' | 'createdAt' | 'match'>,
    change: 1 | -1,
  ): Promise<void> {
    // Nothing of a rehearsal is in a total.
    if (match?.rehearsal !== undefined) return;
    await this.fans.countPost(authorId, change);
    await this.counters.count('posts', [createdAt], change);
  }
}
