import { Injectable } from '@nestjs/common';
import type { Collection } from 'mongoose';

import { InjectCollection } from '../common/mongo/collections.js';
import { onTransactionEnd } from '../common/mongo/transaction.js';
import { type Counter, type Counted, countersCollection } from './counter.schema.js';
import { dayOf } from './day.js';

/** So many transactions of a process count at once without meeting. */
export const SHARDS = 16;

/** All database access of stored counts. */
@Injectable()
export class CountersRepository {
  /** Shards of transactions that are not over. */
  private readonly held = new Set<number>();
  /** Begins anywhere, so that instances seldom take the same. */
  private turn = Math.floor(Math.random() * SHARDS);

  constructor(
    @InjectCollection(countersCollection) private readonly counters: Collection<Counter>,
  ) {}

  /** Counts things by the moments at which they were made, each as `by`, in the transaction that makes or removes them. */
  async add(kind: Counted, madeAt: readonly Date[], by: 1 | -1): Promise<void> {
    const shard = this.takeShard();
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

  /** Another one at each try: a transaction of a killed process may hold it for a while. */
  private takeShard(): number {
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
