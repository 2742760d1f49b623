import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toObjectIds } from '../common/mongo/ids.js';
import { InjectCollection } from '../common/mongo/collections.js';
import {
  type StoredFanRelationVersion,
  fanRelationVersionsCollection,
} from './fan-relation-version.schema.js';

/** All database access of the versions that validate cached relations. */
@Injectable()
export class FanRelationVersionsRepository {
  constructor(
    @InjectCollection(fanRelationVersionsCollection)
    private readonly versions: Collection<StoredFanRelationVersion>,
  ) {}

  /** Returns versions by fan id. Read before the relations themselves. */
  async find(fanIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.versions
      .find({ _id: { $in: toObjectIds(fanIds) } }, { batchSize: 10_000 })
      .toArray();
    return new Map(rows.map(({ _id, version }) => [_id.toString(), version.toString()]));
  }

  /** Sets a new version for these fans. Call after the change of their relations. */
  async renew(fanIds: readonly string[]): Promise<void> {
    const version = new Types.ObjectId();
    await this.versions.bulkWrite(
      fanIds.map((id) => ({
        updateOne: {
          filter: { _id: new Types.ObjectId(id) },
          update: { $set: { version } },
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
