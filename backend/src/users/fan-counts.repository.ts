import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, Model, Types } from 'mongoose';

import { User } from './user.schema.js';

/** Kept counts that the follows decide. */
export type FollowCount = 'friends' | 'followers';

/** All database access of the counts that are kept beside a fan; each change is part of the transaction that it counts. */
@Injectable()
export class FanCountsRepository {
  constructor(@InjectModel(User.name) private readonly users: Model<User>) {}

  /** Adds to a count of each of these fans; tells how many of them are there. */
  async addToFollowCount(
    count: FollowCount,
    ids: readonly Types.ObjectId[],
    change: number,
    transaction: ClientSession,
  ): Promise<number> {
    const { matchedCount } = await this.users.collection.updateMany(
      { _id: { $in: [...ids] } },
      { $inc: { [`counts.${count}`]: change } },
      { session: transaction },
    );
    return matchedCount;
  }

  async addToPostsCount(
    id: Types.ObjectId,
    change: 1 | -1,
    transaction: ClientSession,
  ): Promise<void> {
    await this.users.collection.updateOne(
      { _id: id },
      { $inc: { 'counts.posts': change } },
      { session: transaction },
    );
  }
}
