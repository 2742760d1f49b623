import { Injectable } from '@nestjs/common';
import { type Collection, mongo, Types } from 'mongoose';

import { toObjectIds, toStringIds, withObjectIds } from '../common/mongo/ids.js';
import { keyset } from '../common/mongo/keyset.js';
import { InjectCollection } from '../common/mongo/collections.js';
import { inTransaction } from '../common/mongo/transaction.js';
import type { Position } from '../common/http/cursors.js';
import {
  type NotificationDedupKey,
  type StoredNotificationDedupKey,
  notificationDedupKeysCollection,
} from './notification-dedup-key.schema.js';
import { REHEARSED_GROUPS } from './notification-request.js';
import {
  type Notification,
  type StoredNotification,
  notificationsCollection,
  UNREAD_INDEX,
} from './notification.schema.js';

const MAX_NAMED_ACTORS = 3;
const DUPLICATE = 11_000;

/** The update of one fan's row. */
export interface Change extends Pick<
  Notification,
  | 'fanId'
  | 'group'
  | 'kind'
  | 'target'
  | 'match'
  | 'afterMine'
  | 'text'
  | 'commentId'
  | 'excerpt'
  | 'at'
> {
  /** Newest first; empty for events without an actor. */
  actors: readonly string[];
  /** Number of new events. */
  added: number;
}

type RowKey = Pick<Notification, 'fanId' | 'group'>;

/** All database access of notifications and their dedup keys. */
@Injectable()
export class NotificationsRepository {
  constructor(
    @InjectCollection(notificationsCollection)
    private readonly notifications: Collection<StoredNotification>,
    @InjectCollection(notificationDedupKeysCollection)
    private readonly dedupKeys: Collection<StoredNotificationDedupKey>,
  ) {}

  /**
   * Inserts the keys that do not exist. Call before the transaction that writes their rows: the
   * removal of an actor finds events by their keys.
   *
   * @param keys at least one
   */
  async insertDedupKeys(keys: readonly NotificationDedupKey[]): Promise<void> {
    try {
      await this.dedupKeys.insertMany(
        keys.map((key) => withObjectIds(key, '_id', 'fanId', 'actorId')),
        { ordered: false },
      );
    } catch (error) {
      if (!isOnlyDuplicates(error)) throw error;
    }
  }

  /** Finds the stored ones of these keys. @param keys at least one */
  findDedupKeys(keys: readonly NotificationDedupKey[]): Promise<NotificationDedupKey[]> {
    const unique = keys.map(({ fanId, group, dedupKey }) => ({
      fanId: new Types.ObjectId(fanId),
      group,
      dedupKey,
    }));
    return this.dedupKeys.find({ $or: unique }, { batchSize: 1000 }).toArray().then(toStringIds);
  }

  /**
   * Marks keys as written at `at`. In the transaction of their rows, a concurrent write or removal
   * of a key is a write conflict.
   */
  async confirmDedupKeys(ids: readonly string[], at: Date): Promise<void> {
    await this.dedupKeys.updateMany(
      { _id: { $in: toObjectIds(ids) } },
      { $set: { at }, $unset: { isPending: true } },
    );
  }

  /** Upserts rows and returns them after the write. @param changes at least one */
  async upsertAll(changes: readonly Change[]): Promise<Notification[]> {
    await this.notifications.bulkWrite(changes.map(toUpsert), { ordered: false });
    return this.notifications
      .find(toKeyFilter(changes), { batchSize: 1000 })
      .toArray()
      .then(toStringIds);
  }

  /** Finds the stored ones of these notifications. */
  findByIds(ids: readonly string[]): Promise<Notification[]> {
    return this.notifications
      .find({ _id: { $in: toObjectIds(ids) } }, { batchSize: 1000 })
      .toArray()
      .then(toStringIds);
  }

  /** Finds a fan's notifications after a position, newest first. */
  findPage(fanId: string, size: number, after?: Position): Promise<Notification[]> {
    return this.notifications
      .find(
        { fanId: new Types.ObjectId(fanId), ...keyset(after, { at: 'at' }) },
        { sort: { at: -1, _id: -1 }, limit: size, batchSize: 1000 },
      )
      .toArray()
      .then(toStringIds);
  }

  /** Counts a fan's unread notifications, up to `most`. */
  countUnread(fanId: string, most: number): Promise<number> {
    return this.notifications.countDocuments(
      { fanId: new Types.ObjectId(fanId), read: false },
      { limit: most },
    );
  }

  /** Finds the matches of a fan's unread notifications, at most `most`. */
  findUnreadOfMatches(
    fanId: string,
    most: number,
  ): Promise<Pick<Notification, 'kind' | 'target' | 'match' | 'at'>[]> {
    return this.notifications
      .find(
        { fanId: new Types.ObjectId(fanId), read: false, kind: { $in: ['team', 'match'] } },
        {
          projection: { _id: 0, kind: 1, target: 1, match: 1, at: 1 },
          limit: most,
          batchSize: most,
          // Otherwise MongoDB reuses the plan of a fan who has read none, which examines all rows.
          hint: UNREAD_INDEX,
        },
      )
      .toArray()
      .then(toStringIds);
  }

  /** Marks a fan's notifications as read: those with `ids`, or all. */
  async markRead(fanId: string, ids?: readonly string[]): Promise<void> {
    await this.notifications.updateMany(
      {
        fanId: new Types.ObjectId(fanId),
        read: false,
        ...(ids ? { _id: { $in: toObjectIds(ids) } } : {}),
      },
      { $set: { read: true } },
      { hint: ids ? { _id: 1 } : UNREAD_INDEX },
    );
  }

  /** The groups of matches of rehearsals of which there are any. */
  async findRehearsalGroups(): Promise<string[]> {
    const groups: unknown[] = await this.notifications.distinct('group', {
      group: REHEARSED_GROUPS,
    });
    return groups.filter((group) => typeof group === 'string');
  }

  /** Removes these groups for all fans. */
  async removeGroups(groups: readonly string[]): Promise<void> {
    await this.dedupKeys.deleteMany({ group: { $in: [...groups] } });
    // Last: an interrupted removal is found again by its rows, and a write finds no key to confirm.
    await this.notifications.deleteMany({ group: { $in: [...groups] } });
  }

  async removeAllOf(fanId: string): Promise<void> {
    const id = new Types.ObjectId(fanId);
    await this.notifications.deleteMany({ fanId: id });
    await this.dedupKeys.deleteMany({ fanId: id });
  }

  /** Removes an actor who is named in rows that were just written. */
  async removeActor(actorId: string, rows: readonly RowKey[]): Promise<void> {
    const actor = new Types.ObjectId(actorId);
    await this.notifications.updateMany({ $and: [toKeyFilter(rows), { actors: actor }] }, [
      toActorRemoval(actor),
    ]);
    await this.notifications.deleteMany({ $and: [toKeyFilter(rows), { count: { $lte: 0 } }] });
    await this.dedupKeys.deleteMany({ $and: [toKeyFilter(rows), { actorId: actor }] });
  }

  /**
   * Removes a batch of an actor's events from all notifications, or from those of `fanId`, in one
   * transaction, and returns the batch's size. Notifications without another actor are deleted.
   */
  removeBatchByActor(actorId: string, size: number, fanId?: string): Promise<number> {
    const actor = new Types.ObjectId(actorId);
    return inTransaction(async () => {
      const keys = await this.dedupKeys
        .find(
          { actorId: actor, ...(fanId === undefined ? {} : { fanId: new Types.ObjectId(fanId) }) },
          { limit: size, batchSize: size },
        )
        .toArray();
      if (keys.length === 0) return 0;
      // The event of a pending key is in no row.
      const written = toStringIds(keys.filter(({ isPending }) => !isPending));
      if (written.length > 0) {
        const some = toKeyFilter(written);
        await this.notifications.updateMany(some, [toActorRemoval(actor)]);
        await this.notifications.deleteMany({ $and: [some, { count: { $lte: 0 } }] });
      }
      await this.dedupKeys.deleteMany({ _id: { $in: keys.map(({ _id }) => _id) } });
      return keys.length;
    });
  }
}

function toUpsert(change: Change): mongo.AnyBulkWriteOperation<StoredNotification> {
  const { group, added, afterMine, text, commentId, excerpt, ...shown } = change;
  const { fanId, actors } = withObjectIds(change, 'fanId', 'actors');
  const current = { $ifNull: ['$actors', []] };
  const others = {
    $filter: { input: current, cond: { $not: [{ $in: ['$$this', actors] }] } },
  };
  const isCounted = actors.length > 0;
  return {
    updateOne: {
      filter: { fanId, group },
      update: [
        {
          $set: {
            kind: shown.kind,
            // `$literal`, because a text that starts with `$` would be read as a field path.
            target: { $literal: shown.target },
            at: shown.at,
            read: false,
            actors: { $slice: [{ $concatArrays: [actors, others] }, MAX_NAMED_ACTORS] },
            count: isCounted
              ? { $max: [actors.length, { $add: [{ $ifNull: ['$count', 0] }, added] }] }
              : 1,
            ...(afterMine ? { afterMine } : {}),
            ...(shown.match ? { match: { $literal: shown.match } } : {}),
            ...(text === undefined ? {} : { text: { $literal: text } }),
            ...(commentId === undefined ? {} : { commentId }),
            ...(excerpt === undefined ? {} : { excerpt: { $literal: excerpt } }),
          },
        },
      ],
      upsert: true,
    },
  };
}

function toActorRemoval(actor: Types.ObjectId) {
  const others = { $filter: { input: '$actors', cond: { $ne: ['$$this', actor] } } };
  return {
    $set: {
      actors: others,
      count: { $max: [{ $size: others }, { $subtract: ['$count', 1] }] },
    },
  };
}

function toKeyFilter(keys: readonly RowKey[]) {
  return { $or: keys.map(({ fanId, group }) => ({ fanId: new Types.ObjectId(fanId), group })) };
}

/** Returns whether all writes that failed are duplicates. */
function isOnlyDuplicates(error: unknown): boolean {
  if (!(error instanceof mongo.MongoBulkWriteError)) return false;
  const faults = [error.writeErrors].flat();
  return faults.length > 0 && faults.every(({ code }) => code === DUPLICATE);
}
