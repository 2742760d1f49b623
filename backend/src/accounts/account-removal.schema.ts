import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** The progress of an account removal, and when an instance may next claim it. */
export interface StoredAccountRemoval {
  /** The fan's id. */
  _id: Types.ObjectId;

  /** When it was requested. */
  at: Date;

  /** `first` removes all data, `last` what requests in flight wrote afterwards. */
  pass: 'first' | 'last';

  /** Names of the completed steps of this pass. */
  done: string[];

  /** When any instance may claim it; extended by the one that processes it. */
  dueAt: Date;
}

export type AccountRemoval = WithStringIds<StoredAccountRemoval>;

export const accountRemovalsCollection = defineCollection<StoredAccountRemoval>('account_removals')
  // The next due removal.
  .index({ dueAt: 1 });
