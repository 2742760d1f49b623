import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model, Types } from 'mongoose';

import { isDuplicateKey } from '../common/mongo/database-away.js';
import { User } from './user.schema.js';

/** All database access of fans. */
@Injectable()
export class UsersRepository {
  constructor(@InjectModel(User.name) private readonly users: Model<User>) {}

  /** Stores a new fan, or tells which unique value is taken. */
  async insert(user: User): Promise<'stored' | 'usernameKey' | 'email'> {
    try {
      await this.users.collection.insertOne(user);
      return 'stored';
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return 'email' in error.keyPattern ? 'email' : 'usernameKey';
    }
  }

  /** The next number in order of registration. */
  async nextUserId(): Promise<number> {
    const row = await this.users.db
      .collection<{ _id: string; value: number }>('sequences')
      .findOneAndUpdate(
        { _id: 'userId' },
        [{ $set: { value: { $add: [{ $ifNull: ['$value', 1000] }, 1] } } }],
        { upsert: true, returnDocument: 'after' },
      );
    if (!row) throw new Error('The sequence of user ids gave no number');
    return row.value;
  }

  findByEmail(email: string): Promise<User | null> {
    return this.users.findOne({ email }).lean<User>().exec();
  }

  findByUsername(key: string): Promise<Pick<User, '_id'> | null> {
    return this.users.collection.findOne<Pick<User, '_id'>>(
      { usernameKey: key },
      { projection: { _id: 1 } },
    );
  }

  findById(id: string): Promise<User | null> {
    return this.users.findById(new Types.ObjectId(id)).lean<User>().exec();
  }

  /** Names and pictures of many fans in one round trip. */
  findSummaries(ids: readonly Types.ObjectId[]) {
    return this.users.collection
      .find<Pick<User, '_id' | 'username' | 'profilePicture'>>(
        { _id: { $in: [...ids] } },
        // More than 101 in one answer would cost a silent second round trip.
        { projection: { username: 1, profilePicture: 1 }, batchSize: 1000 },
      )
      .toArray();
  }

  async addToPostsCount(id: Types.ObjectId, change: 1 | -1): Promise<void> {
    await this.users.collection.updateOne({ _id: id }, { $inc: { 'counts.posts': change } });
  }
}
