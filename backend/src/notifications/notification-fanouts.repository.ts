import { Injectable } from '@nestjs/common';
import type { Collection } from 'mongoose';

import { InjectCollection } from '../common/mongo/collections.js';
import { isDuplicateKey } from '../common/mongo/database-away.js';
import {
  type NotificationFanout,
  notificationFanoutsCollection,
} from './notification-fanout.schema.js';

/** All database access of notification fan-outs. */
@Injectable()
export class NotificationFanoutsRepository {
  constructor(
    @InjectCollection(notificationFanoutsCollection)
    private readonly fanouts: Collection<NotificationFanout>,
  ) {}

  /** Inserts a fan-out, also within a transaction. Returns false if its id exists. */
  async insert({ _id, ...row }: NotificationFanout): Promise<boolean> {
    try {
      // A duplicate key would end the transaction.
      const { upsertedCount } = await this.fanouts.updateOne(
        { _id },
        { $setOnInsert: row },
        { upsert: true },
      );
      return upsertedCount === 1;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Claims the longest-due fan-out with a lease until `until`. */
  claim(now: Date, until: Date): Promise<NotificationFanout | null> {
    return this.fanouts.findOneAndUpdate(
      { dueAt: { $lte: now } },
      { $set: { dueAt: until } },
      { sort: { dueAt: 1 } },
    );
  }

  /** Returns false if the fan-out is complete. */
  async extendLease(id: string, until: Date): Promise<boolean> {
    const { matchedCount } = await this.fanouts.updateOne(
      { _id: id, dueAt: { $exists: true } },
      { $set: { dueAt: until } },
    );
    return matchedCount === 1;
  }

  async complete(ids: readonly string[]): Promise<void> {
    await this.fanouts.updateMany({ _id: { $in: [...ids] } }, { $unset: { dueAt: 1 } });
  }

  async removeByActor(fanId: string): Promise<void> {
    await this.fanouts.deleteMany({ 'request.actorId': fanId });
  }
}
