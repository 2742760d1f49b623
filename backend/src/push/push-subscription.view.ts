import type { PushSubscriptionRow } from '@kickoff/contracts';

import type { PushSubscription } from './push-subscription.schema.js';

/** Maps a subscription for its owner, without the data needed to use it. */
export function toPushSubscriptionRow(subscription: PushSubscription): PushSubscriptionRow {
  const { _id, host, createdAt } = subscription;
  return { _id, host, createdAt: createdAt.toISOString() };
}
