import { defineCollection } from '../mongo/collections.js';

const MONTH_S = 30 * 24 * 60 * 60;

/** A failed item of a job, stored until it succeeds. `_id` is the job and the item. */
export interface StuckItem {
  _id: string;
  job: string;
  item: string;
  failures: number;
  lastError: string;

  /** Time of the first failure. */
  since: Date;

  /** Time of the last failure. */
  failedAt: Date;

  /** Earliest time of the next retry. */
  retryAt: Date;
}

export const stuckItemsCollection = defineCollection<StuckItem>('stuck_items')
  .index({ job: 1, failedAt: -1 })
  // The admins' list; items that no job retries any more expire.
  .index({ failedAt: 1 }, { expireAfterSeconds: MONTH_S });
