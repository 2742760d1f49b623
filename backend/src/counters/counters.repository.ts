import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, Model } from 'mongoose';

import { isDuplicateKey } from '../common/mongo/database-away.js';
import { ACTIVITY_COUNTERS, type Activity, Counter, type Counted } from './counter.schema.js';
import type { Day } from './day.js';

/** So many things more, or fewer, of one kind and day. */
export interface CountChange {
  kind: Counted;
  day: Day;
  by: number;
}

const ACTIVITIES: ReadonlySet<Counted> = new Set<Activity>(['likes', 'comments']);

/** All database access of the kept counts. */
@Injectable()
export class CountersRepository {
  private readonly counters;
  private readonly activities;

  constructor(
    @InjectModel(Counter.name) counters: Model<Counter>,
    @InjectModel(ACTIVITY_COUNTERS) activities: Model<Counter>,
  ) {
    this.counters = counters.db.collection<Counter>(counters.collection.name);
    this.activities = activities.db.collection<Counter>(activities.collection.name);
  }

  async add({ kind, day, by }: CountChange): Promise<void> {
    const { filter, update } = added({ kind, day, by });
    await this.rowsOf(kind).updateOne(filter, update, { upsert: true });
  }

  /** Adds what was gathered of likes and comments, in one round trip. */
  async addGathered(changes: readonly CountChange[], transaction?: ClientSession): Promise<void> {
    await this.activities.bulkWrite(
      changes.map((change) => ({ updateOne: { ...added(change), upsert: true } })),
      { ordered: false, ...(transaction ? { session: transaction } : {}) },
    );
  }

  find(kind: Counted): Promise<Counter[]> {
    return this.rowsOf(kind).find({ kind }).toArray();
  }

  findYear(kind: Counted, year: number): Promise<Counter | null> {
    return this.rowsOf(kind).findOne({ _id: `${kind}:${year}` });
  }

  /** Puts recounted days in place unless the row changed since `seen`; tells whether it did. */
  async replace(
    kind: Counted,
    year: number,
    days: Record<string, number>,
    seen: Counter | undefined,
  ): Promise<boolean> {
    const row = { kind, year, days, changes: (seen?.changes ?? 0) + 1 };
    try {
      const result = await this.rowsOf(kind).replaceOne(
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

  private rowsOf(kind: Counted) {
    return ACTIVITIES.has(kind) ? this.activities : this.counters;
  }
}

function added({ kind, day: { year, key }, by }: CountChange) {
  return {
    filter: { _id: `${kind}:${year}` },
    update: { $setOnInsert: { kind, year }, $inc: { [`days.${key}`]: by, changes: 1 } },
  };
}
