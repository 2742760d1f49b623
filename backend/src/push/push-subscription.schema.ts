import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** A browser that receives push messages. It ends with the session that made it. */
export interface StoredPushSubscription {
  _id: Types.ObjectId;

  /** The address at the push service, normalized. */
  endpoint: string;

  /** Host and port of the endpoint. */
  host: string;
  fanId: Types.ObjectId;
  sessionId: Types.ObjectId;

  /** The browser's public key and secret, in base64url. */
  keys: { p256dh: string; auth: string };
  createdAt: Date;

  /** By then its session is over, or the browser has said so. */
  expiresAt: Date;
}

export type PushSubscription = WithStringIds<StoredPushSubscription>;

export const pushSubscriptionsCollection = defineCollection<StoredPushSubscription>(
  'push_subscriptions',
)
  // One row per endpoint, whoever sends it.
  .index({ endpoint: 1 }, { unique: true })
  // The subscriptions of fans, newest first.
  .index({ fanId: 1, createdAt: -1, _id: -1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
