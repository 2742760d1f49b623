import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';

/** A text shown on every fan page between two times. */
export interface Announcement {
  _id: Types.ObjectId;
  text: string;
  startsAt: Date;

  /** Absent: shown until removed. */
  endsAt?: Date;
}

export const announcementsCollection = defineCollection<Announcement>('announcements')
  // The admins' list, newest first; also those that have begun, for fans.
  .index({ startsAt: -1, _id: -1 });
