import { Injectable } from '@nestjs/common';

import { FanCountsRepository, type FollowCount } from './fan-counts.repository.js';

/** Stored counts of each fan. Call in the transaction of the counted change. */
@Injectable()
export class FanCountsService {
  constructor(private readonly repository: FanCountsRepository) {}

  /** Adds `change` to the follow count of these fans. Returns how many of the fans exist. */
  countFollows(count: FollowCount, ids: readonly string[], change: number): Promise<number> {
    return this.repository.addToFollowCount(count, ids, change);
  }

  /** Adds `change` to the count of a fan's posts. */
  countPosts(authorId: string, change: number): Promise<void> {
    return this.repository.addToPostsCount(authorId, change);
  }
}
