import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toObjectIds, toStringIds, withObjectIds } from '../common/mongo/ids.js';
import { InjectCollection } from '../common/mongo/collections.js';
import { isDuplicateKey } from '../common/mongo/database-away.js';
import {
  type PushSubscription,
  type StoredPushSubscription,
  pushSubscriptionsCollection,
} from './push-subscription.schema.js';

/** All database access of push subscriptions. */
@Injectable()
export class PushSubscriptionsRepository {
  constructor(
    @InjectCollection(pushSubscriptionsCollection)
    private readonly subscriptions: Collection<StoredPushSubscription>,
  ) {}

  /** Upserts the subscription of an endpoint and returns its id. */
  async upsert(subscription: PushSubscription): Promise<string> {
    try {
      return await this.tryUpsert(subscription);
    } catch (error) {
      // A concurrent insert of the same endpoint: retry as an update.
      if (!isDuplicateKey(error)) throw error;
      return this.tryUpsert(subscription);
    }
  }

  /** A fan's subscriptions, newest first. */
  findByFan(fanId: string, now: Date): Promise<PushSubscription[]> {
    return this.subscriptions
      .find({ fanId: new Types.ObjectId(fanId), expiresAt: { $gt: now } })
      .sort({ createdAt: -1, _id: -1 })
      .toArray()
      .then(toStringIds);
  }

  /** Finds all subscriptions of these fans. */
  findByFans(fanIds: readonly string[], now: Date): Promise<PushSubscription[]> {
    return this.subscriptions
      .find(
        {
          fanId: { $in: toObjectIds(fanIds) },
          expiresAt: { $gt: now },
        },
        { batchSize: 1000 },
      )
      .toArray()
      .then(toStringIds);
  }

  findByIds(ids: readonly string[], now: Date): Promise<PushSubscription[]> {
    return this.subscriptions
      .find({ _id: { $in: toObjectIds(ids) }, expiresAt: { $gt: now } }, { batchSize: 1000 })
      .toArray()
      .then(toStringIds);
  }

  async removeByEndpoint(fanId: string, endpoint: string): Promise<void> {
    await this.subscriptions.deleteOne({ endpoint, fanId: new Types.ObjectId(fanId) });
  }

  /** Removes these rows, except those that belong to another session by now. */
  async remove(rows: readonly Pick<PushSubscription, '_id' | 'sessionId'>[]): Promise<void> {
    if (rows.length === 0) return;
    const filters = rows.map(({ _id, sessionId }) =>
      withObjectIds({ _id, sessionId }, '_id', 'sessionId'),
    );
    await this.subscriptions.deleteMany({ $or: filters });
  }

  async removeAllOf(fanId: string): Promise<void> {
    await this.subscriptions.deleteMany({ fanId: new Types.ObjectId(fanId) });
  }

  private async tryUpsert(subscription: PushSubscription): Promise<string> {
    const { endpoint, host, keys, createdAt, expiresAt } = subscription;
    const { _id, fanId, sessionId } = withObjectIds(subscription, '_id', 'fanId', 'sessionId');
    const isSameFan = { $eq: ['$fanId', fanId] };
    const row = await this.subscriptions.findOneAndUpdate(
      { endpoint },
      [
        {
          $set: {
            _id: { $ifNull: ['$_id', _id] },
            host,
            // A new owner must not see when the former one subscribed.
            createdAt: { $cond: [isSameFan, '$createdAt', createdAt] },
            fanId,
            sessionId,
            keys,
            expiresAt,
          },
        },
      ],
      { upsert: true, returnDocument: 'after', projection: { _id: 1 } },
    );
    return toStringIds(row?._id ?? _id);
  }
}
