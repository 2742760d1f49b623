import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** A browser subscribed to push messages. It ends with the session that created it. */
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

  /** By then its session, or the browser's own subscription, has expired. */
  expiresAt: Date;
}

export type PushSubscription = WithStringIds<StoredPushSubscription>;

export const pushSubscriptionsCollection = defineCollection<StoredPushSubscription>(
  'push_subscriptions',
)
  // Unique per endpoint, whichever fan sends it.
  .index({ endpoint: 1 }, { unique: true })
  // The subscriptions of fans, newest first.
  .index({ fanId: 1, createdAt: -1, _id: -1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
