import type { Types } from 'mongoose';

import { defineCollection } from '../../common/mongo/collections.js';
import type { WithStringIds } from '../../common/mongo/ids.js';

/** A fan's like of a post. This row is authoritative; the post's count and preview are derived. */
export interface StoredPostLike {
  _id: Types.ObjectId;
  postId: Types.ObjectId;
  userId: Types.ObjectId;
  createdAt: Date;

  /** Set on a post of a rehearsal: then it is not part of the site's totals. */
  uncounted?: true;
}

export type PostLike = WithStringIds<StoredPostLike>;

/**
 * Key of the unique index, also used as a hint: the index of one fan's likes would read all of them.
 */
export const UNIQUE_LIKE = { postId: 1, userId: 1 } as const;

export const postLikesCollection = defineCollection<StoredPostLike>('post_likes')
  // Unique per fan and post; which posts of a page a reader likes, covered.
  .index(UNIQUE_LIKE, { unique: true })
  // The newest likers of a post, page by page.
  .index({ postId: 1, createdAt: -1, _id: -1 })
  // All likes of one fan, for export and removal.
  .index({ userId: 1, _id: 1 });
