import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** A change of email that the owner of the old address can take back by a mailed link. */
export interface StoredEmailChange {
  /** The hash of the link's token. */
  _id: string;
  fanId: Types.ObjectId;

  /** The address before the change. It is taken for others as long as the link lives. */
  email: string;

  /** The position among the changes of this fan: a clock could give two the same time. */
  number: number;
  changedAt: Date;
  expiresAt: Date;
}

export type EmailChange = WithStringIds<StoredEmailChange>;

export const emailChangesCollection = defineCollection<StoredEmailChange>('email_changes')
  // Whether an address is reserved.
  .index({ email: 1 })
  // All of one fan's, in order: for later ones, the export and the removal.
  .index({ fanId: 1, number: 1 })
  // Expired ones are removed by the database itself.
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
