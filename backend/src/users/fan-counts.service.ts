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

  /** Counts a post made (1) or gone (-1) beside its author. */
  countPost(authorId: string, change: 1 | -1): Promise<void> {
    return this.repository.addToPostsCount(authorId, change);
  }
}
