import { Injectable } from '@nestjs/common';

import { FanCountsRepository, type FollowCount } from './fan-counts.repository.js';

/** Stored counts of each fan. Called in the transaction that makes the counted change. */
@Injectable()
export class FanCountsService {
  constructor(private readonly repository: FanCountsRepository) {}

  /**
   * Adds to how many follows each of these fans has on one side; less than zero for those that ended.
   *
   * @returns how many of these fans are there
   */
  countFollows(count: FollowCount, ids: readonly string[], change: number): Promise<number> {
    return this.repository.addToFollowCount(count, ids, change);
  }

  /** Adds to how many posts a fan has written; less than zero for those that are gone. */
  countPosts(authorId: string, change: number): Promise<void> {
    return this.repository.addToPostsCount(authorId, change);
  }
}
