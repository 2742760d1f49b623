import { randomUUID } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toObjectIds, toStringIds, withObjectIds } from '../common/mongo/ids.js';
import { InjectCollection } from '../common/mongo/collections.js';
import {
  pushMessagesCollection,
  type QueuedPushMessage,
  type StoredQueuedPushMessage,
} from './push-message.schema.js';
import type { HostFilter } from './service-slots.js';

/** A message with this process's lease. */
export type ClaimedPushMessage = QueuedPushMessage & { leaseId: string };

/** All database access of queued push messages. */
@Injectable()
export class PushMessagesRepository {
  constructor(
    @InjectCollection(pushMessagesCollection)
    private readonly messages: Collection<StoredQueuedPushMessage>,
  ) {}

  async insertAll(messages: readonly QueuedPushMessage[]): Promise<void> {
    await this.messages.insertMany(
      messages.map((message) => withObjectIds(message, '_id', 'fanId', 'subscriptionId')),
      { ordered: false },
    );
  }

  /** Finds due messages, longest due first, to the allowed hosts. */
  findDue(
    now: Date,
    { only, except }: HostFilter,
    size: number,
  ): Promise<Pick<QueuedPushMessage, '_id' | 'host'>[]> {
    const host = { ...(only ? { $in: [...only] } : {}), $nin: [...except] };
    return this.messages
      .find(
        { dueAt: { $lte: now }, host },
        { projection: { _id: 1, host: 1 }, sort: { dueAt: 1 }, limit: size, batchSize: size },
      )
      .toArray()
      .then(toStringIds);
  }

  /**
   * Claims those of these messages that no other instance has claimed, with a lease until
   * `leaseUntil`.
   */
  async claim(ids: readonly string[], now: Date, leaseUntil: Date): Promise<ClaimedPushMessage[]> {
    const leaseId = randomUUID();
    await this.messages.updateMany(
      { _id: { $in: toObjectIds(ids) }, dueAt: { $lte: now } },
      { $set: { dueAt: leaseUntil, leaseId }, $inc: { tries: 1 } },
    );
    const claimed = await this.messages.find({ leaseId }, { batchSize: ids.length }).toArray();
    return claimed.map((message) => ({ ...toStringIds(message), leaseId }));
  }

  /** Postpones a message; does nothing if another instance has claimed it in the meantime. */
  async putBack({ _id, leaseId }: ClaimedPushMessage, dueAt: Date): Promise<void> {
    await this.messages.updateOne(
      { _id: new Types.ObjectId(_id), leaseId },
      { $set: { dueAt }, $unset: { leaseId: 1 } },
    );
  }

  /** Removes those of these messages that no other instance has claimed in the meantime. */
  async removeAll(claimed: readonly Pick<ClaimedPushMessage, '_id' | 'leaseId'>[]): Promise<void> {
    const filters = claimed.map(({ _id, leaseId }) => ({ _id: new Types.ObjectId(_id), leaseId }));
    await this.messages.deleteMany({ $or: filters });
  }

  async removeAllOf(fanId: string): Promise<void> {
    await this.messages.deleteMany({ fanId: new Types.ObjectId(fanId) });
  }
}
