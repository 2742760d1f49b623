import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model, Types } from 'mongoose';

import { FanMarkVersion } from './fan-mark-version.schema.js';

/** All database access of the versions that say whether marks are still those that were read. */
@Injectable()
export class FanMarkVersionsRepository {
  private readonly versions;

  constructor(@InjectModel(FanMarkVersion.name) model: Model<FanMarkVersion>) {
    this.versions = model.db.collection<FanMarkVersion>(model.collection.name);
  }

  /** The versions of the marks around these fans, by fan. To be read before the marks themselves. */
  async findOf(fanIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.versions
      .find({ _id: { $in: fanIds.map((id) => new Types.ObjectId(id)) } }, { batchSize: 10_000 })
      .toArray();
    return new Map(rows.map(({ _id, version }) => [_id.toString(), version.toString()]));
  }

  /** Says that the marks around these fans have changed. To be called after the change. */
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
