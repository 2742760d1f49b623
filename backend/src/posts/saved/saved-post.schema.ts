import type { Types } from 'mongoose';

import { defineCollection } from '../../common/mongo/collections.js';
import type { WithStringIds } from '../../common/mongo/ids.js';

/** A fan's saved post; not visible to other fans. */
export interface StoredSavedPost {
  _id: Types.ObjectId;
  postId: Types.ObjectId;
  fanId: Types.ObjectId;
  createdAt: Date;
}

export type SavedPost = WithStringIds<StoredSavedPost>;

/**
 * Key of the unique index, also used as a hint: the index of one fan's rows would read all of them.
 */
export const UNIQUE_SAVE = { postId: 1, fanId: 1 } as const;

export const savedPostsCollection = defineCollection<StoredSavedPost>('saved_posts')
  // Unique per fan and post; which posts of a page a reader has saved, covered; all rows of a
  // deleted post.
  .index(UNIQUE_SAVE, { unique: true })
  // One fan's saved posts, newest first, page by page; export, removal and their number.
  .index({ fanId: 1, createdAt: -1, _id: -1 });
