import type { Notification, PushMessage } from '@kickoff/contracts';
import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** A queued message to one browser; its row is deleted once the push service has responded. */
export interface StoredQueuedPushMessage {
  _id: Types.ObjectId;
  subscriptionId: Types.ObjectId;

  /** The recipient: the endpoint may belong to another fan by now. */
  fanId: Types.ObjectId;

  /** Host and port of the push service. */
  host: string;
  message: PushMessage;

  /** The notification it was made from; absent in rows of an earlier release. */
  notification?: Notification;

  /** The time from which an instance may claim it; a claim moves it forward. */
  dueAt: Date;

  /** The lease of the sending instance, new for each try. */
  leaseId?: string;

  /** Number of tries. */
  tries: number;

  /** When it expires. */
  until: Date;
}

export type QueuedPushMessage = WithStringIds<StoredQueuedPushMessage>;

const HOUR_SECONDS = 60 * 60;

export const pushMessagesCollection = defineCollection<StoredQueuedPushMessage>('push_messages')
  // Due messages without those to busy services, covered.
  .index({ dueAt: 1, host: 1, _id: 1 })
  // The messages of a claim.
  .index({ leaseId: 1 }, { sparse: true })
  // All of one fan, for account removal.
  .index({ fanId: 1 })
  .index({ until: 1 }, { expireAfterSeconds: HOUR_SECONDS });
