import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model, Types } from 'mongoose';

import type { Position } from '../common/http/cursors.js';
import { isDuplicateKey } from '../common/mongo/database-away.js';
import { FanMark, type MarkKind } from './fan-mark.schema.js';

/** A mark without its own id and moment. */
export type MarkRow = Pick<FanMark, 'fanId' | 'otherId' | 'kind'>;

/** All database access of blocks, mutes and dismissed suggestions. */
@Injectable()
export class FanMarksRepository {
  constructor(@InjectModel(FanMark.name) private readonly marks: Model<FanMark>) {}

  /** Stores a mark; false where it is there already. */
  async insert(fanId: string, otherId: string, kind: MarkKind, createdAt: Date): Promise<boolean> {
    try {
      await this.marks.collection.insertOne({
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

  /** Whether a fan has more marks of a kind than this many. */
  async hasMoreThan(most: number, fanId: string, kind: MarkKind): Promise<boolean> {
    const filter = { fanId: new Types.ObjectId(fanId), kind };
    return (await this.marks.collection.countDocuments(filter, { limit: most + 1 })) > most;
  }

  async remove(fanId: string, otherId: string, kind: MarkKind): Promise<void> {
    await this.marks.collection.deleteOne({
      fanId: new Types.ObjectId(fanId),
      otherId: new Types.ObjectId(otherId),
      kind,
    });
  }

  /** All that some fans keep away, and who blocks them. */
  findAround(fanIds: readonly string[]): Promise<MarkRow[]> {
    const fans = { $in: fanIds.map((id) => new Types.ObjectId(id)) };
    return this.marks.collection
      .find<MarkRow>(
        { $or: [{ fanId: fans }, { otherId: fans, kind: 'block' }] },
        { projection: { _id: 0, fanId: 1, otherId: 1, kind: 1 }, batchSize: 1000 },
      )
      .toArray();
  }

  /** Which of these fans do not see someone: they block or mute, or are blocked. */
  async findHiding(actorId: string, fanIds: readonly string[]): Promise<Set<string>> {
    const actor = new Types.ObjectId(actorId);
    const fans = { $in: fanIds.map((id) => new Types.ObjectId(id)) };
    const rows = await this.marks.collection
      .find<MarkRow>(
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

  /** Whether one of two fans blocks the other at this moment. */
  async isBlockBetween(oneId: string, otherId: string): Promise<boolean> {
    const [one, other] = [new Types.ObjectId(oneId), new Types.ObjectId(otherId)];
    const found = await this.marks.collection.findOne(
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

  /** Whom a fan marked in one way, newest first. */
  findPage(fanId: string, kind: MarkKind, size: number, after?: Position) {
    return this.marks.collection
      .find<Pick<FanMark, 'otherId' | 'createdAt'>>(
        { fanId: new Types.ObjectId(fanId), kind, ...(after ? olderThan(after) : {}) },
        {
          sort: { createdAt: -1, otherId: -1 },
          limit: size,
          projection: { _id: 0, otherId: 1, createdAt: 1 },
          batchSize: size,
        },
      )
      .toArray();
  }

  /** Takes away some of the marks that a fan made or that were made on the fan; returns them. */
  async removeSome(side: 'fanId' | 'otherId', fanId: string, size: number): Promise<MarkRow[]> {
    const rows = await this.marks.collection
      .find<FanMark>({ [side]: new Types.ObjectId(fanId) }, { limit: size, batchSize: size })
      .toArray();
    await this.marks.collection.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } });
    return rows;
  }
}

function olderThan({ at, id }: Position) {
  return {
    createdAt: { $lte: at },
    $or: [{ createdAt: { $lt: at } }, { createdAt: at, otherId: { $lt: new Types.ObjectId(id) } }],
  };
}
