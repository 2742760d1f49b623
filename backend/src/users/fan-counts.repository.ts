import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toObjectIds } from '../common/mongo/ids.js';
import { InjectCollection } from '../common/mongo/collections.js';
import { type StoredUser, usersCollection } from './user.schema.js';

/** Stored counts of follows. */
export type FollowCount = 'friends' | 'followers';

/** All database access of stored counts; each change is part of the transaction that it counts. */
@Injectable()
export class FanCountsRepository {
  constructor(@InjectCollection(usersCollection) private readonly users: Collection<StoredUser>) {}

  /** Increments a count of these fans, and the version of their follows. Returns how many exist. */
  async addToFollowCount(
    count: FollowCount,
    ids: readonly string[],
    change: number,
  ): Promise<number> {
    const { matchedCount } = await this.users.updateMany(
      { _id: { $in: toObjectIds(ids) } },
      {
        $inc: {
          [`counts.${count}`]: change,
          ...(count === 'friends' ? { followsVersion: 1 } : {}),
        },
      },
    );
    return matchedCount;
  }

  async addToPostsCount(id: string, change: number): Promise<void> {
    await this.users.updateOne(
      { _id: new Types.ObjectId(id) },
      { $inc: { 'counts.posts': change } },
    );
  }
}
