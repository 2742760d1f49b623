import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** An admin's note about a fan, for other admins. */
export interface StoredFanNote {
  _id: Types.ObjectId;
  fanId: Types.ObjectId;

  /** The author, with the name at that time. */
  author: { _id: string; username: string };
  text: string;
  createdAt: Date;
}

export type FanNoteDocument = WithStringIds<StoredFanNote>;

export const fanNotesCollection = defineCollection<StoredFanNote>('fan_notes')
  // The notes about one fan, newest first; also for account removal.
  .index({ fanId: 1, createdAt: -1, _id: -1 });
