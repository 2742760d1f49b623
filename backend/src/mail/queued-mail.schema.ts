import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** A queued mail; its row is deleted once the mail server has accepted it. */
export interface StoredQueuedMail {
  _id: Types.ObjectId;

  /** Recipient and content, encrypted, because it may contain a link. */
  sealed: Buffer;

  /** The fan or admin that it concerns. */
  accountId?: string;
  isUrgent: boolean;

  /** The time from which an instance may claim it; a claim moves it forward. */
  dueAt: Date;

  /** The lease of the sending instance, new for each try. */
  leaseId?: string;

  /** Number of tries. */
  tries: number;

  /** When it expires. */
  until: Date;
}

export type QueuedMail = WithStringIds<StoredQueuedMail>;

const HOUR_SECONDS = 60 * 60;

export const mailsCollection = defineCollection<StoredQueuedMail>('mails')
  // Due mails.
  .index({ isUrgent: -1, dueAt: 1 })
  // All of one account, for its removal.
  .index({ accountId: 1 }, { sparse: true })
  // TTL: removes encrypted content even if no instance sends mails any more.
  .index({ until: 1 }, { expireAfterSeconds: HOUR_SECONDS });
