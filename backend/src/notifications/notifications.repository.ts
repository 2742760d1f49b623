import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model, mongo, Types } from 'mongoose';

import type { Position } from '../common/http/cursors.js';
import { NotificationCause } from './notification-cause.schema.js';
import { Notification } from './notification.schema.js';

/** How many of those who did something are named. */
const NAMED = 3;
const DUPLICATE = 11_000;

/** What is to become of one fan's row. */
export interface Change extends Pick<
  Notification,
  'fanId' | 'group' | 'kind' | 'target' | 'afterMine' | 'text' | 'at'
> {
  /** Who did it, newest first; empty where nobody did. */
  actors: readonly Types.ObjectId[];
  /** How many of them were not counted yet. */
  added: number;
}

type RowKey = Pick<Notification, 'fanId' | 'group'>;

/** All database access of notifications and their causes. */
@Injectable()
export class NotificationsRepository {
  private readonly notifications;
  private readonly causes;

  constructor(
    @InjectModel(Notification.name) notifications: Model<Notification>,
    @InjectModel(NotificationCause.name) causes: Model<NotificationCause>,
  ) {
    this.notifications = notifications.db.collection<Notification>(notifications.collection.name);
    this.causes = causes.db.collection<NotificationCause>(causes.collection.name);
  }

  /** Stores causes and returns those that were not there yet. */
  async insertCauses(causes: readonly NotificationCause[]): Promise<NotificationCause[]> {
    if (causes.length === 0) return [];
    try {
      await this.causes.insertMany([...causes], { ordered: false });
      return [...causes];
    } catch (error) {
      const known = duplicatesIn(error);
      return causes.filter((_, index) => !known.has(index));
    }
  }

  /** Makes and renews rows, at least one, and returns them as they are then. */
  async apply(changes: readonly Change[]): Promise<Notification[]> {
    let open = changes.map(toUpsert);
    while (open.length > 0) {
      try {
        await this.notifications.bulkWrite(open, { ordered: false });
        open = [];
      } catch (error) {
        // Another instance made the same row at the same moment: now it is there.
        const missed = duplicatesIn(error);
        open = open.filter((_, index) => missed.has(index));
      }
    }
    return this.notifications.find(anyOf(changes), { batchSize: 1000 }).toArray();
  }

  /** A fan's notifications after a place in the list, newest first. */
  findPage(fanId: string, size: number, after?: Position): Promise<Notification[]> {
    return this.notifications
      .find(
        { fanId: new Types.ObjectId(fanId), ...(after ? olderThan(after) : {}) },
        { sort: { at: -1, _id: -1 }, limit: size, batchSize: 1000 },
      )
      .toArray();
  }

  /** How many a fan has not read, counted up to a bound. */
  countUnread(fanId: string, most: number): Promise<number> {
    return this.notifications.countDocuments(
      { fanId: new Types.ObjectId(fanId), read: false },
      { limit: most },
    );
  }

  /** Marks a fan's notifications as read: these, or all. */
  async markRead(fanId: string, ids?: readonly string[]): Promise<void> {
    await this.notifications.updateMany(
      {
        fanId: new Types.ObjectId(fanId),
        read: false,
        ...(ids ? { _id: { $in: ids.map((id) => new Types.ObjectId(id)) } } : {}),
      },
      { $set: { read: true } },
    );
  }

  /** Takes away what belongs to these groups, everyone's. */
  async removeGroups(groups: readonly string[]): Promise<void> {
    await this.notifications.deleteMany({ group: { $in: [...groups] } });
    await this.causes.deleteMany({ group: { $in: [...groups] } });
  }

  async removeAllOf(fanId: string): Promise<void> {
    const id = new Types.ObjectId(fanId);
    await this.notifications.deleteMany({ fanId: id });
    await this.causes.deleteMany({ fanId: id });
  }

  /** Takes a fan who has left out of rows that were written meanwhile, and the fan's own among them away. */
  async withdraw(leftId: string, rows: readonly RowKey[]): Promise<void> {
    const left = new Types.ObjectId(leftId);
    await this.removeAllOf(leftId);
    await this.notifications.updateMany({ $and: [anyOf(rows), { actors: left }] }, [
      withoutActor(left),
    ]);
    await this.notifications.deleteMany({ $and: [anyOf(rows), { count: { $lte: 0 } }] });
    await this.causes.deleteMany({ $and: [anyOf(rows), { actorId: left }] });
  }

  /**
   * Takes some of what a fan has caused out of others' notifications, or out of
   * one other's; tells how many causes there were. A notification that nobody
   * else has a part in goes.
   */
  async removeSomeBy(actorId: string, size: number, fanId?: string): Promise<number> {
    const actor = new Types.ObjectId(actorId);
    const causes = await this.causes
      .find(
        { actorId: actor, ...(fanId === undefined ? {} : { fanId: new Types.ObjectId(fanId) }) },
        { limit: size, batchSize: size },
      )
      .toArray();
    if (causes.length === 0) return 0;
    await this.notifications.updateMany(anyOf(causes), [withoutActor(actor)]);
    await this.notifications.deleteMany({ $and: [anyOf(causes), { count: { $lte: 0 } }] });
    await this.causes.deleteMany({ _id: { $in: causes.map(({ _id }) => _id) } });
    return causes.length;
  }
}

function toUpsert(change: Change): mongo.AnyBulkWriteOperation<Notification> {
  const { fanId, group, actors, added, afterMine, text, ...shown } = change;
  const known = { $ifNull: ['$actors', []] };
  const others = { $filter: { input: known, cond: { $not: [{ $in: ['$$this', [...actors]] }] } } };
  const isCounted = actors.length > 0;
  return {
    updateOne: {
      filter: { fanId, group },
      update: [
        {
          $set: {
            kind: shown.kind,
            // Literal, because what stands in a text may begin like the name of a field.
            target: { $literal: shown.target },
            at: shown.at,
            read: false,
            actors: { $slice: [{ $concatArrays: [[...actors], others] }, NAMED] },
            count: isCounted
              ? { $max: [actors.length, { $add: [{ $ifNull: ['$count', 0] }, added] }] }
              : 1,
            ...(afterMine ? { afterMine } : {}),
            ...(text === undefined ? {} : { text: { $literal: text } }),
          },
        },
      ],
      upsert: true,
    },
  };
}

function withoutActor(actor: Types.ObjectId) {
  const others = { $filter: { input: '$actors', cond: { $ne: ['$$this', actor] } } };
  return {
    $set: {
      actors: others,
      count: { $max: [{ $size: others }, { $subtract: ['$count', 1] }] },
    },
  };
}

function anyOf(keys: readonly RowKey[]) {
  return { $or: keys.map(({ fanId, group }) => ({ fanId, group })) };
}

function olderThan({ at, id }: Position) {
  return {
    at: { $lte: at },
    $or: [{ at: { $lt: at } }, { at, _id: { $lt: new Types.ObjectId(id) } }],
  };
}

/** Which of many writes failed because what they make was there; throws on where anything else failed. */
function duplicatesIn(error: unknown): Set<number> {
  if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
  const faults = [error.writeErrors].flat();
  if (faults.length === 0 || faults.some(({ code }) => code !== DUPLICATE)) throw error;
  return new Set(faults.map(({ index }) => index));
}
