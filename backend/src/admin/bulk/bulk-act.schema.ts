import type { BulkAction } from '@kickoff/contracts';
import type { Types } from 'mongoose';

import { defineCollection } from '../../common/mongo/collections.js';
import type { WithStringIds } from '../../common/mongo/ids.js';
import type { Actor } from '../../audit-log/audit-log.service.js';

/** One action on many fans: its preview, then its progress. */
export interface StoredBulkAct {
  _id: Types.ObjectId;
  action: BulkAction;

  /** The admin who created the preview. Only this admin may start it. */
  actor: Actor;
  state: 'previewed' | 'running' | 'done';

  /** The fans of the preview, in order of processing. */
  fanIds: Types.ObjectId[];

  /** Number of processed fans, and how many of them needed no change. */
  done: number;
  skipped: number;

  /** Fans to retry, not counted by `done`; absent while there are none. */
  retries?: Types.ObjectId[];

  /** Number of fans whose retries are exhausted; absent while there are none. */
  failed?: number;

  /** Of a suspension; optional note of a restoration. */
  reason?: string;

  /** Only for a suspension. */
  until?: Date;

  /**
   * Expiry of the lease while it runs, renewed by its holder; afterwards any instance may claim it.
   */
  dueAt?: Date;

  /** Time of deletion: soon for a preview, after the retention period for an action. */
  expiresAt: Date;
}

export type BulkActDocument = WithStringIds<StoredBulkAct>;

export const bulkActsCollection = defineCollection<StoredBulkAct>('bulk_acts')
  // Due actions.
  .index({ dueAt: 1 }, { sparse: true })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
