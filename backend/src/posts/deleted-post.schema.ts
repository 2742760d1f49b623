import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** A deleted post whose likes, comments, votes and files may still exist. `_id` is the post's. */
export interface StoredDeletedPost {
  _id: Types.ObjectId;

  /** Stored file names. */
  image?: string;
  video?: string;
  removedAt: Date;
}

export type DeletedPost = WithStringIds<StoredDeletedPost>;

export const deletedPostsCollection = defineCollection<StoredDeletedPost>('deleted_posts');
