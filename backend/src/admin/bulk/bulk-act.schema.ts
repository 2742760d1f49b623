import type { BulkAction } from '@kickoff/contracts';
import type { Types } from 'mongoose';

import { defineCollection } from '../../common/mongo/collections.js';
import type { WithStringIds } from '../../common/mongo/ids.js';
import type { Actor } from '../../audit-log/audit-log.service.js';

/** One act on many fans: its preview, and from the start on how far it is. */
export interface StoredBulkAct {
  _id: Types.ObjectId;
  action: BulkAction;

  /** Who asked for the preview, and alone may act on it. */
  actor: Actor;
  state: 'previewed' | 'running' | 'done';

  /** The fans that the preview found, processed one after the other. */
  fanIds: Types.ObjectId[];

  /** So many of them are behind it, and for so many of those there was nothing to do. */
  done: number;
  skipped: number;

  /** Fans that failed and are tried again, not counted by `done`; absent while there are none. */
  retries?: Types.ObjectId[];

  /** With so many of them it failed in the end; absent while there are none. */
  failed?: number;

  /** Of a suspension. */
  reason?: string;
  until?: Date;

  /** While it runs: the time from which any instance may take it, renewed by the one that works on it. */
  dueAt?: Date;

  /** When it is forgotten: a preview soon, an act when nobody asks for it any more. */
  expiresAt: Date;
}

export type BulkActDocument = WithStringIds<StoredBulkAct>;

export const bulkActsCollection = defineCollection<StoredBulkAct>('bulk_acts')
  // What is due next.
  .index({ dueAt: 1 }, { sparse: true })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
