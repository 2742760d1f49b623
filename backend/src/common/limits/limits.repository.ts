import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import type { Collection } from 'mongoose';

import { InjectCollection } from '../mongo/collections.js';
import { isDuplicateKey } from '../mongo/database-away.js';
import { type LimitCounter, limitCountersCollection } from './limit-counter.schema.js';
import type { LimitName } from './rate-limits.js';

/** An increment of one counter. */
export interface Raise {
  id: string;
  calls: number;
  windowMs: number;
}

/** The id of a counter. The caller is hashed, so that the database contains no addresses and emails. */
export function counterId(name: LimitName, caller: string): string {
  return `${name}:${createHash('sha256').update(caller).digest('base64url').slice(0, 22)}`;
}

/**
 * All database access of rate-limit counters. Writes are acknowledged by the primary only: a
 * majority would double their cost, and a count lost in a crash is harmless.
 */
@Injectable()
export class LimitsRepository {
  constructor(
    @InjectCollection(limitCountersCollection) private readonly counters: Collection<LimitCounter>,
  ) {}

  /** Increments a counter, or starts its next window, in one atomic update. */
  async add(raise: Raise, now: Date): Promise<LimitCounter> {
    const counter = await this.upsert(raise, now).catch((error: unknown) => {
      // A concurrent first call inserted the row.
      if (isDuplicateKey(error)) return this.upsert(raise, now);
      throw error;
    });
    if (!counter) throw new Error('An upsert gave no counter');
    return counter;
  }

  /** Increments many counters in one round trip and reads them in another. */
  async addAll(raises: readonly Raise[], now: Date): Promise<LimitCounter[]> {
    await this.counters.bulkWrite(
      raises.map((raise) => ({
        updateOne: { filter: { _id: raise.id }, update: raised(raise, now), upsert: true },
      })),
      { ordered: false, writeConcern: { w: 1 } },
    );
    return this.counters
      .find({ _id: { $in: raises.map(({ id }) => id) } }, { batchSize: 1000 })
      .toArray();
  }

  find(id: string, now: Date): Promise<LimitCounter | null> {
    return this.counters.findOne({ _id: id, resetAt: { $gt: now } });
  }

  /** Decrements a counter in its present window. */
  async giveBack(id: string, now: Date): Promise<void> {
    await this.counters.updateOne(
      { _id: id, resetAt: { $gt: now }, count: { $gt: 0 } },
      { $inc: { count: -1 } },
      { writeConcern: { w: 1 } },
    );
  }

  async remove(id: string): Promise<void> {
    await this.counters.deleteOne({ _id: id }, { writeConcern: { w: 1 } });
  }

  private upsert(raise: Raise, now: Date) {
    return this.counters.findOneAndUpdate({ _id: raise.id }, raised(raise, now), {
      upsert: true,
      returnDocument: 'after',
      writeConcern: { w: 1 },
    });
  }
}

function raised({ calls, windowMs }: Raise, now: Date) {
  const isOpen = { $gt: ['$resetAt', now] };
  return [
    {
      $set: {
        count: { $cond: [isOpen, { $add: ['$count', calls] }, calls] },
        resetAt: { $cond: [isOpen, '$resetAt', new Date(now.getTime() + windowMs)] },
      },
    },
  ];
}
