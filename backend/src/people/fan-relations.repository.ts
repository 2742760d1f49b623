import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toObjectIds, toStringIds } from '../common/mongo/ids.js';
import { keyset } from '../common/mongo/keyset.js';
import { InjectCollection } from '../common/mongo/collections.js';
import type { Position } from '../common/http/cursors.js';
import { isDuplicateKey } from '../common/mongo/database-away.js';
import {
  type FanRelation,
  type StoredFanRelation,
  type RelationKind,
  fanRelationsCollection,
} from './fan-relation.schema.js';

/** A relation without its id and date. */
export type RelationRow = Pick<FanRelation, 'fanId' | 'otherId' | 'kind'>;

/** All database access of blocks, mutes and dismissed suggestions. */
@Injectable()
export class FanRelationsRepository {
  constructor(
    @InjectCollection(fanRelationsCollection)
    private readonly relations: Collection<StoredFanRelation>,
  ) {}

  /** Inserts a relation. Returns false if it exists. */
  async insert(
    fanId: string,
    otherId: string,
    kind: RelationKind,
    createdAt: Date,
  ): Promise<boolean> {
    try {
      await this.relations.insertOne({
        _id: new Types.ObjectId(),
        fanId: new Types.ObjectId(fanId),
        otherId: new Types.ObjectId(otherId),
        kind,
        createdAt,
      });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Dismisses a fan until a time, or without end, and returns whether there was no dismissal before. */
  async dismiss(
    fanId: string,
    otherId: string,
    { createdAt, until }: Pick<FanRelation, 'createdAt' | 'until'>,
  ): Promise<boolean> {
    const { upsertedCount } = await this.relations.updateOne(
      { fanId: new Types.ObjectId(fanId), otherId: new Types.ObjectId(otherId), kind: 'dismissal' },
      {
        $setOnInsert: { _id: new Types.ObjectId(), createdAt },
        ...(until ? { $set: { until } } : { $unset: { until: 1 } }),
      },
      { upsert: true },
    );
    return upsertedCount === 1;
  }

  /** Returns whether a fan has more than `most` relations of a kind. */
  async hasMoreThan(most: number, fanId: string, kind: RelationKind): Promise<boolean> {
    const filter = { fanId: new Types.ObjectId(fanId), kind };
    return (await this.relations.countDocuments(filter, { limit: most + 1 })) > most;
  }

  async remove(fanId: string, otherId: string, kind: RelationKind): Promise<void> {
    await this.relations.deleteOne({
      fanId: new Types.ObjectId(fanId),
      otherId: new Types.ObjectId(otherId),
      kind,
    });
  }

  /** Removes a fan's dismissals that have ended, and returns whether there were any. */
  async removeEndedDismissals(fanId: string, now: Date): Promise<boolean> {
    const ended = { fanId: new Types.ObjectId(fanId), until: { $lte: now } };
    // Most calls find none, and a read does not wait for the majority.
    if (!(await this.relations.findOne(ended, { projection: { _id: 0, until: 1 } }))) return false;
    await this.relations.deleteMany(ended);
    return true;
  }

  /** Finds all relations of these fans, and the blocks against them. */
  findAround(fanIds: readonly string[]): Promise<RelationRow[]> {
    const fans = { $in: toObjectIds(fanIds) };
    return this.relations
      .find<Pick<StoredFanRelation, 'fanId' | 'otherId' | 'kind'>>(
        { $or: [{ fanId: fans }, { otherId: fans, kind: 'block' }] },
        { projection: { _id: 0, fanId: 1, otherId: 1, kind: 1 }, batchSize: 1000 },
      )
      .toArray()
      .then(toStringIds);
  }

  /** Finds those of `fanIds` that cannot see the actor: they block or mute, or are blocked. */
  async findHiding(actorId: string, fanIds: readonly string[]): Promise<Set<string>> {
    const actor = new Types.ObjectId(actorId);
    const fans = { $in: toObjectIds(fanIds) };
    const rows = await this.relations
      .find<Pick<StoredFanRelation, 'fanId' | 'otherId' | 'kind'>>(
        {
          $or: [
            { otherId: actor, kind: { $in: ['block', 'mute'] }, fanId: fans },
            { fanId: actor, kind: 'block', otherId: fans },
          ],
        },
        { projection: { _id: 0, fanId: 1, otherId: 1 }, batchSize: 1000 },
      )
      .toArray();
    return new Set(
      rows.map(({ fanId, otherId }) => (fanId.equals(actor) ? otherId : fanId).toString()),
    );
  }

  /** Returns whether either fan blocks the other. */
  async isBlockBetween(oneId: string, otherId: string): Promise<boolean> {
    const [one, other] = [new Types.ObjectId(oneId), new Types.ObjectId(otherId)];
    const found = await this.relations.findOne(
      {
        $or: [
          { fanId: one, kind: 'block', otherId: other },
          { fanId: other, kind: 'block', otherId: one },
        ],
      },
      { projection: { _id: 0, kind: 1 } },
    );
    return found !== null;
  }

  /** Finds a page of a fan's relations of a kind, newest first. */
  findPage(fanId: string, kind: RelationKind, size: number, after?: Position) {
    // Blocks and mutes have no end, so the index covers the query.
    const end = kind === 'dismissal' ? { until: 1 } : {};
    return this.relations
      .find<Pick<StoredFanRelation, 'otherId' | 'createdAt' | 'until'>>(
        { fanId: new Types.ObjectId(fanId), kind, ...keyset(after, { id: 'otherId' }) },
        {
          sort: { createdAt: -1, otherId: -1 },
          limit: size,
          projection: { _id: 0, otherId: 1, createdAt: 1, ...end },
          batchSize: size,
        },
      )
      .toArray()
      .then(toStringIds);
  }

  /** Removes and returns a batch of a fan's relations on one side. */
  async removeSome(side: 'fanId' | 'otherId', fanId: string, size: number): Promise<RelationRow[]> {
    const rows = await this.relations
      .find<StoredFanRelation>(
        { [side]: new Types.ObjectId(fanId) },
        { limit: size, batchSize: size },
      )
      .toArray();
    await this.relations.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } });
    return toStringIds(rows);
  }
}
