import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, Model, Types } from 'mongoose';

import type { Position } from '../common/http/cursors.js';
import { inTransaction } from '../common/mongo/transaction.js';
import { Follow } from './follow.schema.js';

/** A follow seen from its follower. */
export type FollowedRow = Pick<Follow, 'followedId' | 'createdAt'>;

/** That someone wants to follow a fan, or not any more. */
export interface FollowChange {
  followerId: Types.ObjectId;
  isWanted: boolean;
  at: Date;
}

/** What came of it; `nobody` where there is no such fan to be followed. */
export type FollowResult = 'changed' | 'as it was' | 'nobody';

/** Where in a follow a fan stands. */
export type Side = 'followerId' | 'followedId';

/** All database access of follows. */
@Injectable()
export class FollowsRepository {
  constructor(@InjectModel(Follow.name) private readonly follows: Model<Follow>) {}

  /**
   * Begins and ends follows of one fan. Calls that come together are in no order: what begins comes first.
   *
   * @param alongWith what stands with it or not at all: how many more there are now of these followers, less
   *   than zero where they have gone; false where there is no such fan to be followed
   * @returns for each change whether there was something to do, or `nobody`
   */
  async change(
    followedId: Types.ObjectId,
    changes: readonly FollowChange[],
    alongWith: (
      followers: readonly Types.ObjectId[],
      change: 1 | -1,
      transaction: ClientSession,
    ) => Promise<boolean>,
  ): Promise<FollowResult[]> {
    let results: FollowResult[] = [];
    await inTransaction(this.follows.db, async (session) => {
      const begun = await this.insertNew(followedId, changes, session);
      const ended = await this.removeUnwanted(followedId, changes, session);
      results = changes.map((change) =>
        begun.includes(change) || ended.includes(change) ? 'changed' : 'as it was',
      );
      if (begun.length > 0 && !(await alongWith(followersIn(begun), 1, session))) {
        const followerId = { $in: followersIn(begun) };
        await this.follows.collection.deleteMany({ followedId, followerId }, { session });
        results = changes.map((change) => (begun.includes(change) ? 'nobody' : 'as it was'));
      }
      if (ended.length > 0) await alongWith(followersIn(ended), -1, session);
      return begun.length + ended.length > 0 ? true : null;
    });
    return results;
  }

  async exists(followerId: string, followedId: string): Promise<boolean> {
    const found = await this.follows.collection.findOne(pairOf(followerId, followedId), {
      projection: { _id: 0, followedId: 1 },
    });
    return found !== null;
  }

  /** Whom a fan follows, newest first. */
  findFollowed(followerId: string, size: number, after?: Position): Promise<FollowedRow[]> {
    return this.follows.collection
      .find<FollowedRow>(
        {
          followerId: new Types.ObjectId(followerId),
          ...(after ? olderThan(after) : {}),
        },
        {
          sort: { createdAt: -1, followedId: -1 },
          limit: size,
          projection: { _id: 0, followedId: 1, createdAt: 1 },
          batchSize: size,
        },
      )
      .toArray();
  }

  /** Whom these fans follow, the newest follows of them all. */
  async findFollowedByAny(
    followerIds: readonly Types.ObjectId[],
    size: number,
  ): Promise<Pick<Follow, 'followedId'>[]> {
    if (followerIds.length === 0) return [];
    return this.follows.collection
      .find<Pick<Follow, 'followedId'>>(
        { followerId: { $in: [...followerIds] } },
        {
          sort: { createdAt: -1, followedId: -1 },
          limit: size,
          projection: { _id: 0, followedId: 1 },
          batchSize: size,
        },
      )
      .toArray();
  }

  /** Which of these fans someone follows. */
  async findFollowedAmong(
    followerId: string,
    ids: readonly Types.ObjectId[],
  ): Promise<Set<string>> {
    const rows = await this.follows.collection
      .find<Pick<Follow, 'followedId'>>(
        { followerId: new Types.ObjectId(followerId), followedId: { $in: [...ids] } },
        { projection: { _id: 0, followedId: 1 }, batchSize: 1000 },
      )
      .toArray();
    return new Set(rows.map((row) => row.followedId.toString()));
  }

  /** Which of these fans follow someone. */
  async findFollowersAmong(
    followedId: string,
    ids: readonly Types.ObjectId[],
  ): Promise<Set<string>> {
    const rows = await this.follows.collection
      .find<Pick<Follow, 'followerId'>>(
        { followedId: new Types.ObjectId(followedId), followerId: { $in: [...ids] } },
        { projection: { _id: 0, followerId: 1 }, batchSize: 1000 },
      )
      .toArray();
    return new Set(rows.map((row) => row.followerId.toString()));
  }

  /** All who follow a fan, batch by batch, from the index alone. */
  async *findFollowers(followedId: string, size: number): AsyncIterable<string[]> {
    const followed = new Types.ObjectId(followedId);
    let last: Types.ObjectId | undefined;
    do {
      const rows = await this.follows.collection
        .find<Pick<Follow, 'followerId'>>(
          { followedId: followed, ...(last ? { followerId: { $gt: last } } : {}) },
          {
            sort: { followerId: 1 },
            projection: { _id: 0, followerId: 1 },
            limit: size,
            batchSize: size,
          },
        )
        .toArray();
      if (rows.length > 0) yield rows.map(({ followerId }) => followerId.toString());
      last = rows.at(-1)?.followerId;
    } while (last);
  }

  /**
   * Takes some of a fan's follows away; tells how many.
   *
   * @param side the one on which the fan stands
   * @param alongWith what goes with them or not at all, by those with whom the fan had them
   */
  async removeSome(
    side: Side,
    fanId: string,
    size: number,
    alongWith: (others: readonly Types.ObjectId[], transaction: ClientSession) => Promise<void>,
  ): Promise<number> {
    const fan = new Types.ObjectId(fanId);
    const other = otherSide(side);
    const removed = await inTransaction(this.follows.db, async (session) => {
      const rows = await this.follows.collection
        .find<Pick<Follow, Side>>(
          { [side]: fan },
          { projection: { _id: 0, [other]: 1 }, limit: size, batchSize: size, session },
        )
        .toArray();
      if (rows.length === 0) return null;
      const others = rows.map((row) => row[other]);
      await this.follows.collection.deleteMany(
        { [side]: fan, [other]: { $in: others } },
        { session },
      );
      await alongWith(others, session);
      return rows.length;
    });
    return removed ?? 0;
  }

  /** Stores what is wanted and not there; an upsert tells, where an insert would end the transaction. */
  private async insertNew(
    followedId: Types.ObjectId,
    changes: readonly FollowChange[],
    session: ClientSession,
  ): Promise<FollowChange[]> {
    const wanted = changes.filter(({ isWanted }) => isWanted);
    if (wanted.length === 0) return [];
    const { upsertedIds } = await this.follows.collection.bulkWrite(
      wanted.map(({ followerId, at }) => ({
        updateOne: {
          filter: { followerId, followedId },
          update: { $setOnInsert: { _id: new Types.ObjectId(), createdAt: at } },
          upsert: true,
        },
      })),
      { session },
    );
    return wanted.filter((_, at) => at in upsertedIds);
  }

  private async removeUnwanted(
    followedId: Types.ObjectId,
    changes: readonly FollowChange[],
    session: ClientSession,
  ): Promise<FollowChange[]> {
    const removed: FollowChange[] = [];
    for (const change of changes.filter(({ isWanted }) => !isWanted)) {
      const pair = { followerId: change.followerId, followedId };
      const { deletedCount } = await this.follows.collection.deleteOne(pair, { session });
      if (deletedCount === 1) removed.push(change);
    }
    return removed;
  }
}

function followersIn(changes: readonly FollowChange[]): Types.ObjectId[] {
  return changes.map(({ followerId }) => followerId);
}

function otherSide(side: Side): Side {
  return side === 'followerId' ? 'followedId' : 'followerId';
}

function pairOf(followerId: string, followedId: string) {
  return {
    followerId: new Types.ObjectId(followerId),
    followedId: new Types.ObjectId(followedId),
  };
}

function olderThan({ at, id }: Position) {
  return {
    createdAt: { $lte: at },
    $or: [
      { createdAt: { $lt: at } },
      { createdAt: at, followedId: { $lt: new Types.ObjectId(id) } },
    ],
  };
}
