import { Injectable } from '@nestjs/common';

import { CountersService } from '../counters/counters.service.js';
import { FanCountsService } from '../users/fan-counts.service.js';
import type { PostDocument } from './post.schema.js';

/** Counts posts per author and per day. */
@Injectable()
export class PostTotals {
  constructor(
    private readonly fans: FanCountsService,
    private readonly counters: CountersService,
  ) {}

  /** Counts added (1) or removed (-1) posts of one author in that change's transaction. */
  async count(
    authorId: string,
    posts: readonly Pick<PostDocument, 'createdAt' | 'match'>[],
    change: 1 | -1,
  ): Promise<void> {
    // Posts of a rehearsal are not part of any total.
    const counted = posts.filter(({ match }) => match?.rehearsal === undefined);
    if (counted.length === 0) return;
    await this.fans.countPosts(authorId, change * counted.length);
    const madeAt = counted.map(({ createdAt }) => createdAt);
    await this.counters.count('posts', madeAt, change);
  }
}
