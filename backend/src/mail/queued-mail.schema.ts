import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';

/** A mail on its way; its row goes when the mail server has taken it. */
export interface QueuedMail {
  _id: Types.ObjectId;

  /** Whom it goes to and what it says: it may hold a link, so only the server can read it. */
  sealed: Buffer;

  /** The fan or admin whom it is about. */
  accountId?: string;
  isUrgent: boolean;

  /** From when on an instance may take it; whoever sends it holds it by moving this on. */
  dueAt: Date;

  /** The hold of whoever sends it: a new one each time. */
  heldBy?: string;

  /** How often it was begun. */
  tries: number;

  /** When it is given up. */
  until: Date;
}

const HOUR_SECONDS = 60 * 60;

export const mailsCollection = defineCollection<QueuedMail>('mails')
  // What is due next.
  .index({ isUrgent: -1, dueAt: 1 })
  // What goes with an account.
  .index({ accountId: 1 }, { sparse: true })
  // Nothing secret lies about, also where nobody sends any more.
  .index({ until: 1 }, { expireAfterSeconds: HOUR_SECONDS });
