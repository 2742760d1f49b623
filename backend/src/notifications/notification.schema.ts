import type { Notification as NotificationAnswer } from '@kickoff/contracts';
import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** API.md §9. */
export const RETENTION_SECONDS = 90 * 24 * 60 * 60;

/** A fan's notification: one row per group, dated by its newest event. */
export interface StoredNotification {
  _id: Types.ObjectId;
  fanId: Types.ObjectId;

  /** Events with one group share one row, such as all likes of a post. */
  group: string;
  kind: NotificationAnswer['kind'];
  target: NotificationAnswer['target'];

  /** The newest three actors, newest first. */
  actors: Types.ObjectId[];

  /** Number of actors in all. */
  count: number;
  afterMine?: boolean;
  text?: string;

  /** The newest moment of a match that it is about. */
  match?: { id: string; at: Date };

  /** The newest comment. */
  commentId?: string;

  /** The whole text of a reply to a story. */
  excerpt?: string;
  read: boolean;

  /** Time of the newest event. */
  at: Date;
}

export type Notification = WithStringIds<StoredNotification>;

/** Index of a fan's unread notifications, which covers their number. */
export const UNREAD_INDEX = { fanId: 1, read: 1 } as const;

export const notificationsCollection = defineCollection<StoredNotification>('notifications')
  // One row per group.
  .index({ fanId: 1, group: 1 }, { unique: true })
  // A fan's list, newest first, paged.
  .index({ fanId: 1, at: -1, _id: -1 })
  .index(UNREAD_INDEX)
  // Removal with a post or with the author of stories.
  .index({ group: 1 })
  .index({ at: 1 }, { expireAfterSeconds: RETENTION_SECONDS });
