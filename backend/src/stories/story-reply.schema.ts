import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/**
 * A reply that a fan has sent, for that fan's export. The author's notification is no source of it: what is
 * missing there would show who mutes the fan.
 */
export interface StoredStoryReply {
  /** Of the call, so that a repeated one stores it once. */
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
