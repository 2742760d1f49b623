import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** What an admin wrote down about a fan, for the other admins. */
export interface StoredFanNote {
  _id: Types.ObjectId;
  fanId: Types.ObjectId;

  /** Who wrote it, with the name of then. */
  author: { _id: string; username: string };
  text: string;
  createdAt: Date;
}

export type FanNoteDocument = WithStringIds<StoredFanNote>;

export const fanNotesCollection = defineCollection<StoredFanNote>('fan_notes')
  // The notes about one fan, newest first; and when that fan leaves.
  .index({ fanId: 1, createdAt: -1, _id: -1 });
