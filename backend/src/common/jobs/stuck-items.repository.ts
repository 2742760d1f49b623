import { Injectable } from '@nestjs/common';
import type { Collection } from 'mongoose';

import { InjectCollection } from '../mongo/collections.js';
import { countAll } from '../mongo/count-all.js';
import { type StuckItem, stuckItemsCollection } from './stuck-item.schema.js';

/** Bound per job: with more failed items the job itself is at fault. */
const MAX_PER_JOB = 1_000;

/** All database access of failed items. */
@Injectable()
export class StuckItemsRepository {
  constructor(
    @InjectCollection(stuckItemsCollection) private readonly items: Collection<StuckItem>,
  ) {}

  /** Returns the failed items of a job by item id. */
  async ofJob(job: string): Promise<Map<string, StuckItem>> {
    const rows = await this.items
      .find({ job }, { sort: { failedAt: -1 }, limit: MAX_PER_JOB })
      .toArray();
    return new Map(rows.map((row) => [row.item, row]));
  }

  async put(row: StuckItem): Promise<void> {
    await this.items.replaceOne({ _id: row._id }, row, { upsert: true });
  }

  async clear({ _id }: Pick<StuckItem, '_id'>): Promise<void> {
    await this.items.deleteOne({ _id });
  }

  /** Returns the items that failed last, and their total number. */
  async newest(size: number): Promise<{ items: StuckItem[]; total: number }> {
    const [items, total] = await Promise.all([
      this.items.find({}, { sort: { failedAt: -1 }, limit: size }).toArray(),
      countAll(this.items),
    ]);
    return { items, total };
  }
}
