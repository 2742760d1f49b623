import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';

/** What an admin wrote down about a fan, for the other admins. */
export interface FanNoteDocument {
  _id: Types.ObjectId;
  fanId: Types.ObjectId;

  /** Who wrote it, with the name of then. */
  author: { _id: string; username: string };
  text: string;
  createdAt: Date;
}

export const fanNotesCollection = defineCollection<FanNoteDocument>('fan_notes')
  // The notes about one fan, newest first; and when that fan leaves.
  .index({ fanId: 1, createdAt: -1, _id: -1 });
