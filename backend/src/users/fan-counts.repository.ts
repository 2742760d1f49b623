import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model, Types } from 'mongoose';

import { User } from './user.schema.js';

/** Stored counts of follows. */
export type FollowCount = 'friends' | 'followers';

/** All database access of stored counts; each change is part of the transaction that it counts. */
@Injectable()
export class FanCountsRepository {
  constructor(@InjectModel(User.name) private readonly users: Model<User>) {}

  /** Increments a count of these fans and returns how many exist. */
  async addToFollowCount(
    count: FollowCount,
    ids: readonly Types.ObjectId[],
    change: number,
  ): Promise<number> {
    const { matchedCount } = await this.users.collection.updateMany(
      { _id: { $in: [...ids] } },
      { $inc: { [`counts.${count}`]: change } },
    );
    return matchedCount;
  }

  async addToPostsCount(id: Types.ObjectId, change: 1 | -1): Promise<void> {
    await this.users.collection.updateOne({ _id: id }, { $inc: { 'counts.posts': change } });
  }
}
