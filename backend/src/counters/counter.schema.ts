import { defineCollection } from '../common/mongo/collections.js';

/** What is counted for the dashboard; `active` are distinct fans seen on a day. */
export type Counted = 'users' | 'posts' | 'active' | 'likes' | 'comments';

/**
 * A shard of the daily counts of one kind and year, by day of creation. A change is written in the
 * transaction of the counted row, to any shard, so that transactions do not conflict. The count is
 * the sum of all shards.
 */
export interface Counter {
  /** Kind, year and shard, such as `posts:2026:3`. */
  _id: string;
  kind: Counted;
  year: number;

  /**
   * By month and day in UTC, such as `03-31`; a day may be absent from a shard, zero or negative.
   */
  days: Record<string, number>;
}

export const countersCollection = defineCollection<Counter>('counters')
  // All rows of one kind, or of one year of it.
  .index({ kind: 1, year: 1 });
