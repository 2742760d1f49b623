import { defineCollection } from '../mongo/collections.js';

/** Count of an action in the window that ends at `resetAt` (docs/decisions/0004). */
export interface LimitCounter {
  /** The limit's name and a hash of the caller. */
  _id: string;
  count: number;
  resetAt: Date;
}

export const limitCountersCollection = defineCollection<LimitCounter>('limit_counters')
  // TTL.
  .index({ resetAt: 1 }, { expireAfterSeconds: 0 });
