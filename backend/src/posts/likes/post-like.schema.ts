import type { Types } from 'mongoose';

import { defineCollection } from '../../common/mongo/collections.js';
import type { WithStringIds } from '../../common/mongo/ids.js';

/** That a fan likes a post. The row decides; the post's count and preview follow it. */
export interface StoredPostLike {
  _id: Types.ObjectId;
  postId: Types.ObjectId;
  userId: Types.ObjectId;
  createdAt: Date;
}

export type PostLike = WithStringIds<StoredPostLike>;

export const postLikesCollection = defineCollection<StoredPostLike>('post_likes')
  // Once only; and which posts of a page a reader likes, answered by the index alone.
  .index({ postId: 1, userId: 1 }, { unique: true })
  // The newest likers of a post, page by page.
  .index({ postId: 1, createdAt: -1, _id: -1 })
  // All likes of one fan, for export and removal.
  .index({ userId: 1, _id: 1 });
