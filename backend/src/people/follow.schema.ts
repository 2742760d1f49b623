import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** One fan follows another. The counts of both are stored in `users`. */
export interface StoredFollow {
  _id: Types.ObjectId;
  followerId: Types.ObjectId;
  followedId: Types.ObjectId;
  createdAt: Date;
}

export type Follow = WithStringIds<StoredFollow>;

export const followsCollection = defineCollection<StoredFollow>('follows')
  // One row per pair; which of several fans a fan follows.
  .index({ followerId: 1, followedId: 1 }, { unique: true })
  // Followed fans, newest first, paged and covered.
  .index({ followerId: 1, createdAt: -1, followedId: -1 })
  // Which of several fans follow a fan; all followers at account removal.
  .index({ followedId: 1, followerId: 1 });
