import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** A mail on its way; its row goes when the mail server has taken it. */
export interface StoredQueuedMail {
  _id: Types.ObjectId;

  /** Recipient and content, encrypted, because it may contain a link. */
  sealed: Buffer;

  /** The fan or admin that it concerns. */
  accountId?: string;
  isUrgent: boolean;

  /** The time from which an instance may take it; a lock moves it forward. */
  dueAt: Date;

  /** The lock of the sending instance, new for each try. */
  heldBy?: string;

  /** Number of tries. */
  tries: number;

  /** When it expires. */
  until: Date;
}

export type QueuedMail = WithStringIds<StoredQueuedMail>;

const HOUR_SECONDS = 60 * 60;

export const mailsCollection = defineCollection<StoredQueuedMail>('mails')
  // What is due next.
  .index({ isUrgent: -1, dueAt: 1 })
  // What goes with an account.
  .index({ accountId: 1 }, { sparse: true })
  // Nothing secret lies about, also where nobody sends any more.
  .index({ until: 1 }, { expireAfterSeconds: HOUR_SECONDS });
