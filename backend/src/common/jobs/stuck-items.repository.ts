import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model } from 'mongoose';

import { StuckItem } from './stuck-item.schema.js';

/** Beyond this a job has another problem than its items. */
const MOST_OF_A_JOB = 1_000;

/** All database access of what jobs could not do. */
@Injectable()
export class StuckItemsRepository {
  private readonly items;

  constructor(@InjectModel(StuckItem.name) model: Model<StuckItem>) {
    this.items = model.db.collection<StuckItem>(model.collection.name);
  }

  /** What a job could not do, by the item. */
  async ofJob(job: string): Promise<Map<string, StuckItem>> {
    const rows = await this.items
      .find({ job }, { sort: { failedAt: -1 }, limit: MOST_OF_A_JOB })
      .toArray();
    return new Map(rows.map((row) => [row.item, row]));
  }

  async put(row: StuckItem): Promise<void> {
    await this.items.replaceOne({ _id: row._id }, row, { upsert: true });
  }

  async clear({ _id }: Pick<StuckItem, '_id'>): Promise<void> {
    await this.items.deleteOne({ _id });
  }

  /** The ones that failed last, and how many there are in all. */
  async newest(size: number): Promise<{ items: StuckItem[]; total: number }> {
    const [items, total] = await Promise.all([
      this.items.find({}, { sort: { failedAt: -1 }, limit: size }).toArray(),
      this.items.estimatedDocumentCount(),
    ]);
    return { items, total };
  }
}
