import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';

/** A deleted post whose likes, comments, votes and files may still exist. `_id` is the post's. */
export interface DeletedPost {
  _id: Types.ObjectId;

  /** Stored file names. */
  image?: string;
  video?: string;
  removedAt: Date;
}

export const deletedPostsCollection = defineCollection<DeletedPost>('deleted_posts');
