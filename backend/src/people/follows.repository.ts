import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model, Types } from 'mongoose';

import type { Position } from '../common/http/cursors.js';
import { isDuplicateKey } from '../common/mongo/database-away.js';
import { Follow } from './follow.schema.js';

/** A follow seen from its follower. */
export type FollowedRow = Pick<Follow, 'followedId' | 'createdAt'>;

/** Where in a follow a fan stands. */
type Side = 'followerId' | 'followedId';

/** All database access of follows. */
@Injectable()
export class FollowsRepository {
  constructor(@InjectModel(Follow.name) private readonly follows: Model<Follow>) {}

  /** Stores a follow; false where it is there already. */
  async insert(followerId: string, followedId: string, createdAt: Date): Promise<boolean> {
    try {
      await this.follows.collection.insertOne({
        _id: new Types.ObjectId(),
        ...pairOf(followerId, followedId),
        createdAt,
      });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Takes a follow away; false where there was none. */
  async remove(followerId: string, followedId: string): Promise<boolean> {
    const result = await this.follows.collection.deleteOne(pairOf(followerId, followedId));
    return result.deletedCount === 1;
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

  /** Some of those with whom a fan has a follow; `side` is the one on which the fan stands. */
  async findOthers(side: Side, fanId: string, size: number): Promise<Types.ObjectId[]> {
    const other = otherSide(side);
    const rows = await this.follows.collection
      .find<Pick<Follow, Side>>(
        { [side]: new Types.ObjectId(fanId) },
        { projection: { _id: 0, [other]: 1 }, limit: size, batchSize: size },
      )
      .toArray();
    return rows.map((row) => row[other]);
  }

  /** Takes a fan's follows with these others away; tells how many were still there. */
  async removeSome(side: Side, fanId: string, others: readonly Types.ObjectId[]): Promise<number> {
    const result = await this.follows.collection.deleteMany({
      [side]: new Types.ObjectId(fanId),
      [otherSide(side)]: { $in: [...others] },
    });
    return result.deletedCount;
  }

  /** How many follows these fans have on one side; a fan without any is not in the answer. */
  async countBy(side: Side, ids: readonly Types.ObjectId[]): Promise<Map<string, number>> {
    const counts = await this.follows.collection
      .aggregate<{ _id: Types.ObjectId; count: number }>(
        [
          { $match: { [side]: { $in: [...ids] } } },
          { $group: { _id: `$${side}`, count: { $sum: 1 } } },
        ],
        { batchSize: 1000 },
      )
      .toArray();
    return new Map(counts.map(({ _id, count }) => [_id.toString(), count]));
  }
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
