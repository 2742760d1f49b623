import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toObjectIds, toStringIds } from '../common/mongo/ids.js';
import { keyset } from '../common/mongo/keyset.js';
import { InjectCollection } from '../common/mongo/collections.js';
import type { Position } from '../common/http/cursors.js';
import { inTransaction } from '../common/mongo/transaction.js';
import { upsertEach } from '../common/mongo/upsert-each.js';
import { type Follow, type StoredFollow, followsCollection } from './follow.schema.js';

export type FollowedRow = Pick<Follow, 'followedId' | 'createdAt'>;

/** A request to follow or unfollow a fan. */
export interface FollowChange {
  followerId: string;
  isWanted: boolean;
  at: Date;
}

/** A fan's side of a follow. */
export type Side = 'followerId' | 'followedId';

/** All database access of follows. */
@Injectable()
export class FollowsRepository {
  constructor(
    @InjectCollection(followsCollection) private readonly follows: Collection<StoredFollow>,
  ) {}

  /**
   * Inserts and removes follows of one fan in one transaction, inserts first. Returns which changes
   * had an effect.
   */
  change(
    followedId: string,
    changes: readonly FollowChange[],
  ): Promise<{ inserted: FollowChange[]; removed: FollowChange[] }> {
    return inTransaction(async () => {
      const inserted = await this.insertNew(followedId, changes);
      const removed = await this.removeUnwanted(followedId, changes);
      return { inserted, removed };
    });
  }

  async remove(followedId: string, followerIds: readonly string[]): Promise<void> {
    await this.follows.deleteMany({
      followedId: new Types.ObjectId(followedId),
      followerId: { $in: toObjectIds(followerIds) },
    });
  }

  async exists(followerId: string, followedId: string): Promise<boolean> {
    const found = await this.follows.findOne(toPairFilter(followerId, followedId), {
      projection: { _id: 0, followedId: 1 },
    });
    return found !== null;
  }

  /** Finds followed fans, newest first. */
  findFollowed(followerId: string, size: number, after?: Position): Promise<FollowedRow[]> {
    return this.follows
      .find<Pick<StoredFollow, 'followedId' | 'createdAt'>>(
        {
          followerId: new Types.ObjectId(followerId),
          ...keyset(after, { id: 'followedId' }),
        },
        {
          sort: { createdAt: -1, followedId: -1 },
          limit: size,
          projection: { _id: 0, followedId: 1, createdAt: 1 },
          batchSize: size,
        },
      )
      .toArray()
      .then(toStringIds);
  }

  /** Finds the newest follows of these fans together. */
  async findFollowedByAny(
    followerIds: readonly string[],
    size: number,
  ): Promise<Pick<Follow, 'followedId'>[]> {
    if (followerIds.length === 0) return [];
    return this.follows
      .find<Pick<StoredFollow, 'followedId'>>(
        { followerId: { $in: toObjectIds(followerIds) } },
        {
          sort: { createdAt: -1, followedId: -1 },
          limit: size,
          projection: { _id: 0, followedId: 1 },
          batchSize: size,
        },
      )
      .toArray()
      .then(toStringIds);
  }

  /**
   * Returns those of `ids` that the fan follows.
   *
   * @param last the oldest follow that counts; absent if all do
   */
  async findFollowedAmong(
    followerId: string,
    ids: readonly string[],
    last?: Position,
  ): Promise<Set<string>> {
    const rows = await this.follows
      .find<Pick<StoredFollow, 'followedId'>>(
        {
          followerId: new Types.ObjectId(followerId),
          followedId: { $in: toObjectIds(ids) },
          ...(last ? upTo(last) : {}),
        },
        { projection: { _id: 0, followedId: 1 }, batchSize: 1000 },
      )
      .toArray();
    return new Set(rows.map((row) => row.followedId.toString()));
  }

  /** Returns those of `ids` that follow the fan. */
  async findFollowersAmong(followedId: string, ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.follows
      .find<Pick<StoredFollow, 'followerId'>>(
        { followedId: new Types.ObjectId(followedId), followerId: { $in: toObjectIds(ids) } },
        { projection: { _id: 0, followerId: 1 }, batchSize: 1000 },
      )
      .toArray();
    return new Set(rows.map((row) => row.followerId.toString()));
  }

  /** Yields batches of follower ids, covered by the index. */
  async *findFollowers(followedId: string, size: number): AsyncIterable<string[]> {
    const followed = new Types.ObjectId(followedId);
    let last: Types.ObjectId | undefined;
    do {
      const rows = await this.follows
        .find<Pick<StoredFollow, 'followerId'>>(
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
   * Removes a batch of a fan's follows and returns the ids of the other fans.
   *
   * @param side the fan's side of the follows
   */
  removeSome(side: Side, fanId: string, size: number): Promise<string[]> {
    const fan = new Types.ObjectId(fanId);
    const other = otherSide(side);
    return inTransaction(async () => {
      const rows = await this.follows
        .find<Pick<StoredFollow, Side>>(
          { [side]: fan },
          { projection: { _id: 0, [other]: 1 }, limit: size, batchSize: size },
        )
        .toArray();
      const others = rows.map((row) => row[other]);
      if (others.length > 0) {
        await this.follows.deleteMany({ [side]: fan, [other]: { $in: others } });
      }
      return toStringIds(others);
    });
  }

  /** Returns the follows that were new. */
  private async insertNew(
    followedId: string,
    changes: readonly FollowChange[],
  ): Promise<FollowChange[]> {
    const wanted = changes.filter(({ isWanted }) => isWanted);
    const areNew = await upsertEach(
      this.follows,
      wanted.map(({ followerId, at }) => ({
        filter: toPairFilter(followerId, followedId),
        update: { $setOnInsert: { _id: new Types.ObjectId(), createdAt: at } },
      })),
    );
    return wanted.filter((_, at) => areNew[at]);
  }

  private async removeUnwanted(
    followedId: string,
    changes: readonly FollowChange[],
  ): Promise<FollowChange[]> {
    const removed: FollowChange[] = [];
    for (const change of changes.filter(({ isWanted }) => !isWanted)) {
      const pair = toPairFilter(change.followerId, followedId);
      const { deletedCount } = await this.follows.deleteOne(pair);
      if (deletedCount === 1) removed.push(change);
    }
    return removed;
  }
}

/** Follows that are not older than a given one. */
function upTo({ at, id }: Position) {
  const followedId = { $gte: new Types.ObjectId(id) };
  return { $or: [{ createdAt: { $gt: at } }, { createdAt: at, followedId }] };
}

function otherSide(side: Side): Side {
  return side === 'followerId' ? 'followedId' : 'followerId';
}

function toPairFilter(followerId: string, followedId: string) {
  return {
    followerId: new Types.ObjectId(followerId),
    followedId: new Types.ObjectId(followedId),
  };
}
