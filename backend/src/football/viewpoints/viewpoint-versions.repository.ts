import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toStringIds } from '../../common/mongo/ids.js';
import { InjectCollection } from '../../common/mongo/collections.js';
import {
  type ViewpointVersion,
  type StoredViewpointVersion,
  viewpointVersionsCollection,
} from './viewpoint-version.schema.js';

/** All database access of the versions that validate cached viewpoints. */
@Injectable()
export class ViewpointVersionsRepository {
  constructor(
    @InjectCollection(viewpointVersionsCollection)
    private readonly versions: Collection<StoredViewpointVersion>,
  ) {}

  /** Returns the newest versions since a time, newest first. */
  findSince(at: Date, limit: number): Promise<ViewpointVersion[]> {
    return this.versions
      .find({ at: { $gte: at } })
      .sort({ at: -1 })
      .limit(limit)
      .toArray()
      .then(toStringIds);
  }

  /** Sets a new version for these fans. Call in the transaction of the change. */
  async renew(fanIds: readonly string[]): Promise<void> {
    const version = new Types.ObjectId();
    await this.versions.bulkWrite(
      fanIds.map((id) => ({
        updateOne: {
          filter: { _id: new Types.ObjectId(id) },
          update: { $set: { version }, $currentDate: { at: true } },
          upsert: true,
        },
      })),
      { ordered: false },
    );
  }

  async remove(fanId: string): Promise<void> {
    await this.versions.deleteOne({ _id: new Types.ObjectId(fanId) });
  }
}
