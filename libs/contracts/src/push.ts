import { z } from 'zod';

import { PUSH_ENDPOINT_MAX_LENGTH } from './limits.js';

/** The server's public key (an uncompressed P-256 point), in base64url. */
export const PushKey = z.object({ key: z.string() }).meta({ id: 'PushKey' });
export type PushKey = z.infer<typeof PushKey>;

const Endpoint = z
  .string('endpoint must be text')
  .max(
    PUSH_ENDPOINT_MAX_LENGTH,
    `endpoint must be at most ${PUSH_ENDPOINT_MAX_LENGTH} characters long`,
  );

/** A subscription as the browser's Push API gives it. */
export const NewPushSubscription = z
  .object({
    endpoint: Endpoint,
    expirationTime: z.number().nullish(),
    keys: z.object({
      p256dh: z.string('p256dh must be text').max(200, 'p256dh is not valid'),
      auth: z.string('auth must be text').max(100, 'auth is not valid'),
    }),
  })
  .meta({ id: 'NewPushSubscription' });
export type NewPushSubscription = z.infer<typeof NewPushSubscription>;

export const PushSubscriptionCreated = z
  .object({ _id: z.string() })
  .meta({ id: 'PushSubscriptionCreated' });
export type PushSubscriptionCreated = z.infer<typeof PushSubscriptionCreated>;

export const PushSubscriptionRemoval = z
  .object({ endpoint: Endpoint })
  .meta({ id: 'PushSubscriptionRemoval' });
export type PushSubscriptionRemoval = z.infer<typeof PushSubscriptionRemoval>;

/** A subscription without what would let others use it. */
export const PushSubscriptionRow = z
  .object({ _id: z.string(), host: z.string(), createdAt: z.iso.datetime() })
  .meta({ id: 'PushSubscriptionRow' });
export type PushSubscriptionRow = z.infer<typeof PushSubscriptionRow>;

/** A subscription in the export of a fan's own data. */
export const OwnPushSubscription = PushSubscriptionRow.omit({ _id: true }).meta({
  id: 'OwnPushSubscription',
});
export type OwnPushSubscription = z.infer<typeof OwnPushSubscription>;

/** What a push message carries; `address` is a path of this product. */
export const PushMessage = z.object({ title: z.string(), text: z.string(), address: z.string() });
export type PushMessage = z.infer<typeof PushMessage>;
