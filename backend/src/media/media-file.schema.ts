import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** The folders below /api/uploads/; the first one, for posts, has an empty name. */
export const MEDIA_FOLDERS = ['', 'stories', 'profile_pictures'] as const;
export type MediaFolder = (typeof MEDIA_FOLDERS)[number];

/** One stored file with its renditions: its owner and its size. */
export interface StoredMediaFile {
  /** 128 random bits and the extension of its kind. */
  _id: string;
  folder: MediaFolder;
  ownerId: Types.ObjectId;

  /** With all its forms. */
  bytes: number;

  /**
   * Present while no record of its feature names the file: since when, and the process that stores
   * it or replaced it.
   */
  pending?: { since: Date; by: string };
}

export type MediaFile = WithStringIds<StoredMediaFile>;

export const mediaFilesCollection = defineCollection<StoredMediaFile>('media_files')
  // All files of a fan, in batches: for the export and for account removal.
  .index({ ownerId: 1, _id: 1 })
  // Files without a confirmed record; the cleanup job checks only these.
  .index({ 'pending.since': 1 }, { sparse: true });
