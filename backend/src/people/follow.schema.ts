import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';

/** One fan follows another. The counts of both are stored in `users`. */
export interface Follow {
  _id: Types.ObjectId;
  followerId: Types.ObjectId;
  followedId: Types.ObjectId;
  createdAt: Date;
}

export const followsCollection = defineCollection<Follow>('follows')
  // One row per pair; which of several fans a fan follows.
  .index({ followerId: 1, followedId: 1 }, { unique: true })
  // Followed fans, newest first, paged and covered.
  .index({ followerId: 1, createdAt: -1, followedId: -1 })
  // Which of several fans follow a fan; all followers at account removal.
  .index({ followedId: 1, followerId: 1 });
