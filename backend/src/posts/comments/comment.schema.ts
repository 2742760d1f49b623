import type { Types } from 'mongoose';

import { defineCollection } from '../../common/mongo/collections.js';
import type { WithStringIds } from '../../common/mongo/ids.js';

/** A comment on a post. */
export interface StoredComment {
  _id: Types.ObjectId;
  postId: Types.ObjectId;
  authorId: Types.ObjectId;
  text: string;
  createdAt: Date;

  /**
   * The moment of the post's match that its author saw; absent if it equals the time of the
   * comment.
   */
  matchAt?: Date;

  /** Set on a post of a rehearsal: then it is not part of the site's totals. */
  uncounted?: true;
}

export type CommentDocument = WithStringIds<StoredComment>;

export const commentsCollection = defineCollection<StoredComment>('comments')
  // The comments of a post in order, page by page; read backwards, the newest.
  .index({ postId: 1, createdAt: 1, _id: 1 })
  // All comments of one fan, for export and removal.
  .index({ authorId: 1, _id: 1 });
