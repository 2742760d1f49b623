import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model } from 'mongoose';

import { isDuplicateKey } from '../common/mongo/database-away.js';
import { Counter, type Counted } from './counter.schema.js';

/** All database access of the kept counts. */
@Injectable()
export class CountersRepository {
  constructor(@InjectModel(Counter.name) private readonly counters: Model<Counter>) {}

  private get rows() {
    return this.counters.db.collection<Counter>(this.counters.collection.name);
  }

  async add(kind: Counted, year: number, month: number, change: 1 | -1): Promise<void> {
    await this.rows.updateOne(
      { _id: `${kind}:${year}` },
      { $setOnInsert: { kind, year }, $inc: { [`months.${month}`]: change, changes: 1 } },
      { upsert: true },
    );
  }

  find(kind: Counted): Promise<Counter[]> {
    return this.rows.find({ kind }).toArray();
  }

  /** Puts recounted months in place unless the row changed since `seen`; tells whether it did. */
  async replace(
    kind: Counted,
    year: number,
    months: Record<string, number>,
    seen: Counter | undefined,
  ): Promise<boolean> {
    const row = { kind, year, months, changes: (seen?.changes ?? 0) + 1 };
    try {
      const result = await this.rows.replaceOne(
        { _id: `${kind}:${year}`, changes: seen?.changes ?? 0 },
        row,
        { upsert: seen === undefined },
      );
      return result.modifiedCount + result.upsertedCount === 1;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}
