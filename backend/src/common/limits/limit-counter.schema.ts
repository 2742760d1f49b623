import { defineCollection } from '../mongo/collections.js';

/** How often something was done in the window that ends at `resetAt` (docs/decisions/0004). */
export interface LimitCounter {
  /** The limit's name and a hash of whom it counts. */
  _id: string;
  count: number;
  resetAt: Date;
}

export const limitCountersCollection = defineCollection<LimitCounter>('limit_counters')
  // Old windows are taken away by the database itself.
  .index({ resetAt: 1 }, { expireAfterSeconds: 0 });
