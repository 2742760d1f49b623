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

/** `notFound` if the followed fan does not exist. */
export type FollowResult = 'changed' | 'unchanged' | 'notFound';

/** A fan's side of a follow. */
export type Side = 'followerId' | 'followedId';

/** All database access of follows. */
@Injectable()
export class FollowsRepository {
  constructor(
    @InjectCollection(followsCollection) private readonly follows: Collection<StoredFollow>,
  ) {}

  /**
   * Inserts and removes follows of one fan in one transaction, inserts first.
   *
   * @param updateCounts runs in the transaction with `1` for new followers and `-1` for removed ones;
   *   returns false if the followed fan does not exist
   * @returns the result of each change
   */
  async change(
    followedId: string,
    changes: readonly FollowChange[],
    updateCounts: (followers: readonly string[], change: 1 | -1) => Promise<boolean>,
  ): Promise<FollowResult[]> {
    let results: FollowResult[] = [];
    await inTransaction(async () => {
      const inserted = await this.insertNew(followedId, changes);
      const removed = await this.removeUnwanted(followedId, changes);
      results = changes.map((change) =>
        inserted.includes(change) || removed.includes(change) ? 'changed' : 'unchanged',
      );
      if (inserted.length > 0 && !(await updateCounts(toFollowerIds(inserted), 1))) {
        await this.follows.deleteMany({
          followedId: new Types.ObjectId(followedId),
          followerId: { $in: toObjectIds(toFollowerIds(inserted)) },
        });
        results = changes.map((change) => (inserted.includes(change) ? 'notFound' : 'unchanged'));
      }
      if (removed.length > 0) await updateCounts(toFollowerIds(removed), -1);
      return inserted.length + removed.length > 0 ? true : null;
    });
    return results;
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
      .map(toStringIds)
      .toArray();
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
      .map(toStringIds)
      .toArray();
  }

  /** Returns those of `ids` that the fan follows. */
  async findFollowedAmong(followerId: string, ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.follows
      .find<Pick<StoredFollow, 'followedId'>>(
        { followerId: new Types.ObjectId(followerId), followedId: { $in: toObjectIds(ids) } },
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
   * Removes a batch of a fan's follows and returns its size.
   *
   * @param side the fan's side of the follows
   * @param updateCounts runs in the transaction with the other fans' ids
   */
  async removeSome(
    side: Side,
    fanId: string,
    size: number,
    updateCounts: (others: readonly string[]) => Promise<void>,
  ): Promise<number> {
    const fan = new Types.ObjectId(fanId);
    const other = otherSide(side);
    const removed = await inTransaction(async () => {
      const rows = await this.follows
        .find<Pick<StoredFollow, Side>>(
          { [side]: fan },
          { projection: { _id: 0, [other]: 1 }, limit: size, batchSize: size },
        )
        .toArray();
      if (rows.length === 0) return null;
      const others = rows.map((row) => row[other]);
      await this.follows.deleteMany({ [side]: fan, [other]: { $in: others } });
      await updateCounts(toStringIds(others));
      return rows.length;
    });
    return removed ?? 0;
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

function toFollowerIds(changes: readonly FollowChange[]): string[] {
  return changes.map(({ followerId }) => followerId);
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
