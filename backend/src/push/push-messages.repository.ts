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

/** A message that this process sends. */
export type HeldPushMessage = QueuedPushMessage & { heldBy: string };

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
   * `heldUntil`.
   */
  async claim(ids: readonly string[], now: Date, heldUntil: Date): Promise<HeldPushMessage[]> {
    const heldBy = randomUUID();
    await this.messages.updateMany(
      { _id: { $in: toObjectIds(ids) }, dueAt: { $lte: now } },
      { $set: { dueAt: heldUntil, heldBy }, $inc: { tries: 1 } },
    );
    const held = await this.messages.find({ heldBy }, { batchSize: ids.length }).toArray();
    return held.map((message) => ({ ...toStringIds(message), heldBy }));
  }

  /** Postpones a message; does nothing if another instance has claimed it in the meantime. */
  async putBack({ _id, heldBy }: HeldPushMessage, dueAt: Date): Promise<void> {
    await this.messages.updateOne(
      { _id: new Types.ObjectId(_id), heldBy },
      { $set: { dueAt }, $unset: { heldBy: 1 } },
    );
  }

  /** Removes those of these messages that no other instance has claimed in the meantime. */
  async removeAll(held: readonly Pick<HeldPushMessage, '_id' | 'heldBy'>[]): Promise<void> {
    const filters = held.map(({ _id, heldBy }) => ({ _id: new Types.ObjectId(_id), heldBy }));
    await this.messages.deleteMany({ $or: filters });
  }

  async removeAllOf(fanId: string): Promise<void> {
    await this.messages.deleteMany({ fanId: new Types.ObjectId(fanId) });
  }
}
