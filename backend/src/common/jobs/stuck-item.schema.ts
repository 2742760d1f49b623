import { defineCollection } from '../mongo/collections.js';

const MONTH_S = 30 * 24 * 60 * 60;

/** A failed item of a job, stored until it succeeds. `_id` is the job and the item. */
export interface StuckItem {
  _id: string;
  job: string;
  item: string;
  failures: number;
  lastError: string;

  /** When it failed first. */
  since: Date;

  /** When it failed last. */
  failedAt: Date;

  /** Not tried again before. */
  retryAt: Date;
}

export const stuckItemsCollection = defineCollection<StuckItem>('stuck_items')
  .index({ job: 1, failedAt: -1 })
  // The admins' list; items that no job retries any more expire.
  .index({ failedAt: 1 }, { expireAfterSeconds: MONTH_S });
