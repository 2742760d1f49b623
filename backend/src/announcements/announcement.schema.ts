import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** A text shown on every fan page between two times. */
export interface StoredAnnouncement {
  _id: Types.ObjectId;
  text: string;
  startsAt: Date;

  /** Absent: shown until removed. */
  endsAt?: Date;
}

export type Announcement = WithStringIds<StoredAnnouncement>;

export const announcementsCollection = defineCollection<StoredAnnouncement>('announcements')
  // The admins' list, newest first; for fans also those that have started.
  .index({ startsAt: -1, _id: -1 });
