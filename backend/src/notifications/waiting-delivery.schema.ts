import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';
import type { NotificationRequest } from './notification-request.js';

const RETENTION_SECONDS = 7 * 24 * 60 * 60;

/** A notification about a moment of a match that its recipient has not seen yet. */
export interface StoredWaitingDelivery {
  /** Fan, group, deduplication key, moment, comment: a repeated fan-out inserts no second row. */
  _id: string;
  fanId: Types.ObjectId;
  request: NotificationRequest;

  /** When it was requested. */
  at: Date;

  /** Time of the next check of the recipient's moment. */
  dueAt: Date;
}

export type WaitingDelivery = WithStringIds<StoredWaitingDelivery>;

export const waitingDeliveriesCollection = defineCollection<StoredWaitingDelivery>(
  'waiting_deliveries',
)
  // The next due deliveries.
  .index({ dueAt: 1 })
  // All of one fan, after a change of viewpoint and for account removal.
  .index({ fanId: 1 })
  // All of one actor, for every fan or for one.
  .index({ 'request.actorId': 1, fanId: 1 }, { sparse: true })
  // Removal with a post.
  .index({ 'request.group': 1 })
  .index({ at: 1 }, { expireAfterSeconds: RETENTION_SECONDS });
