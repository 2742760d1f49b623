import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** A change of email that the owner of the old address can undo by a mailed link. */
export interface StoredEmailChange {
  /** The hash of the link's token. */
  _id: string;
  fanId: Types.ObjectId;

  /** The previous address, reserved for this fan until the link expires. */
  email: string;

  /** Sequence number among this fan's changes: two of them may have the same time. */
  number: number;
  changedAt: Date;
  expiresAt: Date;
}

export type EmailChange = WithStringIds<StoredEmailChange>;

export const emailChangesCollection = defineCollection<StoredEmailChange>('email_changes')
  // Whether an address is reserved.
  .index({ email: 1 })
  // All changes of a fan, in order: for later ones, export and removal.
  .index({ fanId: 1, number: 1 })
  // TTL.
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
