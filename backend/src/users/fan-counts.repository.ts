import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model, Types } from 'mongoose';

import { User } from './user.schema.js';

/** Kept counts that the follows decide. */
export type FollowCounts = Pick<User['counts'], 'friends' | 'followers'>;

/** All database access of the counts that are kept beside a fan. */
@Injectable()
export class FanCountsRepository {
  constructor(@InjectModel(User.name) private readonly users: Model<User>) {}

  /** Counts on both sides in one round trip; tells whether both fans are there. */
  async addToFollowCounts(
    followerId: string,
    followedId: string,
    change: 1 | -1,
  ): Promise<boolean> {
    const add = (id: string, count: string) => ({
      updateOne: { filter: { _id: new Types.ObjectId(id) }, update: { $inc: { [count]: change } } },
    });
    const result = await this.users.collection.bulkWrite(
      [add(followerId, 'counts.friends'), add(followedId, 'counts.followers')],
      { ordered: false },
    );
    return result.matchedCount === 2;
  }

  async subtractFollow(count: keyof FollowCounts, ids: readonly Types.ObjectId[]): Promise<void> {
    await this.users.collection.updateMany(
      { _id: { $in: [...ids] } },
      { $inc: { [`counts.${count}`]: -1 } },
    );
  }

  findFollowCounts(ids: readonly Types.ObjectId[]) {
    return this.users.collection
      .find<Pick<User, '_id' | 'counts'>>(
        { _id: { $in: [...ids] } },
        { projection: { counts: 1 }, batchSize: 1000 },
      )
      .toArray();
  }

  async replaceFollowCounts(
    id: Types.ObjectId,
    seen: FollowCounts,
    real: FollowCounts,
  ): Promise<void> {
    await this.users.collection.updateOne(
      { _id: id, 'counts.friends': seen.friends, 'counts.followers': seen.followers },
      { $set: { 'counts.friends': real.friends, 'counts.followers': real.followers } },
    );
  }

  async addToPostsCount(id: Types.ObjectId, change: 1 | -1): Promise<void> {
    await this.users.collection.updateOne({ _id: id }, { $inc: { 'counts.posts': change } });
  }
}
