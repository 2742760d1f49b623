import { Injectable } from '@nestjs/common';
import type { Collection } from 'mongoose';

import { InjectCollection } from '../common/mongo/collections.js';
import { onTransactionEnd } from '../common/mongo/transaction.js';
import { type Counter, type Counted, countersCollection } from './counter.schema.js';
import { dayOf } from './day.js';

/** Number of transactions per process that can count concurrently without a write conflict. */
export const SHARDS = 16;

/** All database access of stored counts. */
@Injectable()
export class CountersRepository {
  /** Shards of transactions that are not over. */
  private readonly held = new Set<number>();
  /** Starts at a random shard, so that instances seldom use the same one. */
  private turn = Math.floor(Math.random() * SHARDS);

  constructor(
    @InjectCollection(countersCollection) private readonly counters: Collection<Counter>,
  ) {}

  /** Adds `by` for each moment of creation, in the transaction that creates or removes the rows. */
  async add(kind: Counted, madeAt: readonly Date[], by: 1 | -1): Promise<void> {
    const shard = this.acquireShard();
    for (const [year, days] of changesByYear(madeAt, by)) {
      await this.counters.updateOne(
        { _id: `${kind}:${year}:${shard}` },
        { $setOnInsert: { kind, year }, $inc: days },
        { upsert: true },
      );
    }
  }

  /** All shards of a kind. */
  find(kind: Counted): Promise<Counter[]> {
    return this.counters.find({ kind }, { batchSize: 1000 }).toArray();
  }

  findYear(kind: Counted, year: number): Promise<Counter[]> {
    return this.counters.find({ kind, year }).toArray();
  }

  /**
   * Uses another shard for each retry: the transaction of a killed process may hold one for a
   * while.
   */
  private acquireShard(): number {
    for (let tries = 0; tries < SHARDS; tries += 1) {
      this.turn = (this.turn + 1) % SHARDS;
      if (!this.held.has(this.turn)) break;
    }
    const shard = this.turn;
    this.held.add(shard);
    onTransactionEnd(() => this.held.delete(shard));
    return shard;
  }
}

/** How the days of each year change, as an update names them. */
function changesByYear(
  madeAt: readonly Date[],
  by: 1 | -1,
): ReadonlyMap<number, Record<string, number>> {
  const years = new Map<number, Record<string, number>>();
  for (const moment of madeAt) {
    const { year, key } = dayOf(moment);
    const days = years.get(year) ?? {};
    days[`days.${key}`] = (days[`days.${key}`] ?? 0) + by;
    years.set(year, days);
  }
  return years;
}
