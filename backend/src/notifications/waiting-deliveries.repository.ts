import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toObjectIds, toStringIds, withObjectIds } from '../common/mongo/ids.js';
import { InjectCollection } from '../common/mongo/collections.js';
import { REHEARSED_GROUPS } from './notification-request.js';
import {
  type WaitingDelivery,
  type StoredWaitingDelivery,
  waitingDeliveriesCollection,
} from './waiting-delivery.schema.js';

/** All database access of notifications that wait for their recipients' moments. */
@Injectable()
export class WaitingDeliveriesRepository {
  constructor(
    @InjectCollection(waitingDeliveriesCollection)
    private readonly deliveries: Collection<StoredWaitingDelivery>,
  ) {}

  /** Inserts deliveries that are not stored yet. */
  async insertNew(deliveries: readonly WaitingDelivery[]): Promise<void> {
    await this.deliveries.bulkWrite(
      deliveries.map(({ _id, ...delivery }) => ({
        updateOne: {
          filter: { _id },
          update: { $setOnInsert: withObjectIds(delivery, 'fanId') },
          upsert: true,
        },
      })),
      { ordered: false },
    );
  }

  /** Finds a batch of the longest-due deliveries. */
  findDue(now: Date, size: number): Promise<WaitingDelivery[]> {
    return this.deliveries
      .find({ dueAt: { $lte: now } }, { sort: { dueAt: 1 }, limit: size, batchSize: size })
      .toArray()
      .then(toStringIds);
  }

  /** @param postponed at least one, with the time at which each is due next */
  async postpone(postponed: readonly Pick<WaitingDelivery, '_id' | 'dueAt'>[]): Promise<void> {
    await this.deliveries.bulkWrite(
      postponed.map(({ _id, dueAt }) => ({
        updateOne: { filter: { _id }, update: { $set: { dueAt } } },
      })),
      { ordered: false },
    );
  }

  /** Makes all deliveries to these fans due. */
  async makeDue(fanIds: readonly string[], now: Date): Promise<void> {
    await this.deliveries.updateMany(
      { fanId: { $in: toObjectIds(fanIds) }, dueAt: { $gt: now } },
      { $set: { dueAt: now } },
      // The index of due times would read those of all fans.
      { hint: { fanId: 1 } },
    );
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.deliveries.deleteMany({ _id: { $in: [...ids] } });
  }

  /** The groups of matches of rehearsals of which there are any. */
  async findRehearsalGroups(): Promise<string[]> {
    const groups: unknown[] = await this.deliveries.distinct('request.group', {
      'request.group': REHEARSED_GROUPS,
    });
    return groups.filter((group) => typeof group === 'string');
  }

  async removeGroups(groups: readonly string[]): Promise<void> {
    await this.deliveries.deleteMany({ 'request.group': { $in: [...groups] } });
  }

  /** Removes deliveries about an actor, to all fans or to `fanId`. */
  async removeByActor(actorId: string, fanId?: string): Promise<void> {
    await this.deliveries.deleteMany({
      'request.actorId': actorId,
      ...(fanId === undefined ? {} : { fanId: new Types.ObjectId(fanId) }),
    });
  }

  async removeAllOf(fanId: string): Promise<void> {
    await this.deliveries.deleteMany({ fanId: new Types.ObjectId(fanId) });
  }
}
