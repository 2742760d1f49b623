import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';
import { RETENTION_SECONDS } from './notification.schema.js';

/** Deduplicates notifications: at most one per fan, group and `dedupKey`. */
export interface StoredNotificationDedupKey {
  _id: Types.ObjectId;
  fanId: Types.ObjectId;
  group: string;

  /** The actor's id or the event within the group. */
  dedupKey: string;
  actorId?: Types.ObjectId;

  /** Its event is in no notification yet: the write is running or was interrupted. */
  isPending?: true;

  /** Time of the newest event. */
  at: Date;
}

export type NotificationDedupKey = WithStringIds<StoredNotificationDedupKey>;

export const notificationDedupKeysCollection = defineCollection<StoredNotificationDedupKey>(
  'notification_dedup_keys',
)
  // Deduplication.
  .index({ fanId: 1, group: 1, dedupKey: 1 }, { unique: true })
  // All rows of one actor, for every fan or for one.
  .index({ actorId: 1, fanId: 1 }, { sparse: true })
  // Removal with a post or with the author of stories.
  .index({ group: 1 })
  .index({ at: 1 }, { expireAfterSeconds: RETENTION_SECONDS });
