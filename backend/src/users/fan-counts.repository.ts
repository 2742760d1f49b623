import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { InjectCollection } from '../common/mongo/collections.js';
import { type User, usersCollection } from './user.schema.js';

/** Stored counts of follows. */
export type FollowCount = 'friends' | 'followers';

/** All database access of stored counts; each change is part of the transaction that it counts. */
@Injectable()
export class FanCountsRepository {
  constructor(@InjectCollection(usersCollection) private readonly users: Collection<User>) {}

  /** Increments a count of these fans and returns how many exist. */
  async addToFollowCount(
    count: FollowCount,
    ids: readonly Types.ObjectId[],
    change: number,
  ): Promise<number> {
    const { matchedCount } = await this.users.updateMany(
      { _id: { $in: [...ids] } },
      { $inc: { [`counts.${count}`]: change } },
    );
    return matchedCount;
  }

  async addToPostsCount(id: Types.ObjectId, change: 1 | -1): Promise<void> {
    await this.users.updateOne({ _id: id }, { $inc: { 'counts.posts': change } });
  }
}
