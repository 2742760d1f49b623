import { Injectable } from '@nestjs/common';
import type { ClientSession, Types } from 'mongoose';

import { FanCountsRepository, type FollowCount } from './fan-counts.repository.js';

/**
 * Owns the counts that are kept beside each fan; whoever makes what is counted
 * tells it here, in the transaction that makes it.
 */
@Injectable()
export class FanCountsService {
  constructor(private readonly repository: FanCountsRepository) {}

  /**
   * Adds to how many follows each of these fans has on one side; less than zero for those that ended.
   *
   * @returns how many of these fans are there
   */
  countFollows(
    count: FollowCount,
    ids: readonly Types.ObjectId[],
    change: number,
    transaction: ClientSession,
  ): Promise<number> {
    return this.repository.addToFollowCount(count, ids, change, transaction);
  }

  /** Counts a post made (1) or gone (-1) beside its author. */
  countPost(authorId: Types.ObjectId, change: 1 | -1, transaction: ClientSession): Promise<void> {
    return this.repository.addToPostsCount(authorId, change, transaction);
  }
}
