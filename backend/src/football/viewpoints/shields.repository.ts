import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { InjectCollection } from '../../common/mongo/collections.js';
import { type ShieldDocument, shieldsCollection } from './shield.schema.js';

/** All database access of shields. */
@Injectable()
export class ShieldsRepository {
  constructor(
    @InjectCollection(shieldsCollection) private readonly shields: Collection<ShieldDocument>,
  ) {}

  find(fanId: string): Promise<ShieldDocument | null> {
    return this.shields.findOne({ _id: new Types.ObjectId(fanId) });
  }

  /** Returns the shields of these fans; fans without one are absent. */
  findByFans(fanIds: readonly string[]): Promise<ShieldDocument[]> {
    return this.shields
      .find({ _id: { $in: fanIds.map((id) => new Types.ObjectId(id)) } }, { batchSize: 10_000 })
      .toArray();
  }

  async replace(row: ShieldDocument): Promise<boolean> {
    return (await this.shields.replaceOne({ _id: row._id }, row, { upsert: true })).acknowledged;
  }

  /** Removes a shield. Returns false if there is none. */
  async remove(fanId: string): Promise<boolean> {
    return (await this.shields.deleteOne({ _id: new Types.ObjectId(fanId) })).deletedCount === 1;
  }
}
