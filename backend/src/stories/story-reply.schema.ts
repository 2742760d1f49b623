import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/**
 * A reply, stored for its sender's export. The author's notifications cannot be the source: a
 * missing one would reveal who mutes the sender.
 */
export interface StoredStoryReply {
  /** From the idempotency key, so that a repeated request stores it once. */
  _id: Types.ObjectId;
  fanId: Types.ObjectId;
  storyId: Types.ObjectId;
  text: string;
  createdAt: Date;
}

export type SentStoryReply = WithStringIds<StoredStoryReply>;

/** As long as the notification of the author. */
const RETENTION_SECONDS = 90 * 24 * 60 * 60;

export const storyRepliesCollection = defineCollection<StoredStoryReply>('story_replies')
  // The replies of a fan, oldest first.
  .index({ fanId: 1, _id: 1 })
  .index({ createdAt: 1 }, { expireAfterSeconds: RETENTION_SECONDS });
