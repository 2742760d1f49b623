import { defineCollection } from '../common/mongo/collections.js';

/** What is counted for the dashboard; `active` are distinct fans seen on a day. */
export type Counted = 'users' | 'posts' | 'active' | 'likes' | 'comments';

/**
 * One shard of how many of a kind there are from one year, by the day on which
 * they were made. A change is written in the transaction of what it counts, to
 * any shard, so that transactions do not wait for each other; the sum of all
 * shards is the count. A total reads a few rows for each year.
 */
export interface Counter {
  /** Kind, year and shard, such as `posts:2026:3`. */
  _id: string;
  kind: Counted;
  year: number;

  /** By month and day in UTC, such as `03-31`; a shard of a day may be absent, zero or less. */
  days: Record<string, number>;
}

export const countersCollection = defineCollection<Counter>('counters')
  // All of one kind, or of one year of it.
  .index({ kind: 1, year: 1 });
