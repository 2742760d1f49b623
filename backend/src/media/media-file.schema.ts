import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** The folders below /api/uploads/; posts' files lie in the first, which has no name. */
export const MEDIA_FOLDERS = ['', 'stories', 'profile_pictures'] as const;
export type MediaFolder = (typeof MEDIA_FOLDERS)[number];

/** One stored file with its smaller forms: whose it is, and how much room it takes. */
export interface StoredMediaFile {
  /** 128 random bits and the extension of what it is. */
  _id: string;
  folder: MediaFolder;
  ownerId: Types.ObjectId;

  /** With all its forms. */
  bytes: number;

  /** Until a record of its feature names it: since when, and which process is at it. */
  pending?: { since: Date; by: string };
}

export type MediaFile = WithStringIds<StoredMediaFile>;

export const mediaFilesCollection = defineCollection<StoredMediaFile>('media_files')
  // All of a fan's, some at a time: for the export, and when the account goes.
  .index({ ownerId: 1, _id: 1 })
  // Those that nothing may name; the sweep looks at them alone.
  .index({ 'pending.since': 1 }, { sparse: true });
