import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toObjectIds, toStringIds, withObjectIds } from '../../common/mongo/ids.js';
import { InjectCollection } from '../../common/mongo/collections.js';
import { type ShieldDocument, type StoredShield, shieldsCollection } from './shield.schema.js';

/** All database access of shields. */
@Injectable()
export class ShieldsRepository {
  constructor(
    @InjectCollection(shieldsCollection) private readonly shields: Collection<StoredShield>,
  ) {}

  find(fanId: string): Promise<ShieldDocument | null> {
    return this.shields.findOne({ _id: new Types.ObjectId(fanId) }).then(toStringIds);
  }

  /** Returns the shields of these fans; fans without one are absent. */
  findByFans(fanIds: readonly string[]): Promise<ShieldDocument[]> {
    return this.shields
      .find({ _id: { $in: toObjectIds(fanIds) } }, { batchSize: 10_000 })
      .toArray()
      .then(toStringIds);
  }

  async replace(row: ShieldDocument): Promise<boolean> {
    const shield = withObjectIds(row, '_id');
    const { _id } = shield;
    return (await this.shields.replaceOne({ _id }, shield, { upsert: true })).acknowledged;
  }

  /** Removes a shield. Returns false if there is none. */
  async remove(fanId: string): Promise<boolean> {
    return (await this.shields.deleteOne({ _id: new Types.ObjectId(fanId) })).deletedCount === 1;
  }
}
