import { defineCollection } from '../../common/mongo/collections.js';
import type { WithStringIds } from '../../common/mongo/ids.js';
import type { StoredPost } from '../post.schema.js';

/** An admin's removal of a post. */
export interface Removal {
  at: Date;
  by: { _id: string; username: string };
  reason?: string;
  /** Set once its files are hidden. */
  hidden?: true;
  /** Start of a restore; its files may be public again. */
  returningAt?: Date;
}

/** A post that an admin removed and may restore: the whole document with its id and counts. */
export interface StoredModeratedPost extends StoredPost {
  removal: Removal;
}

export type ModeratedPost = WithStringIds<StoredModeratedPost>;

export const moderatedPostsCollection = defineCollection<StoredModeratedPost>('moderated_posts')
  // The admins' list, in the order of the posts themselves.
  .index({ createdAt: -1, _id: -1 })
  // Those that can no longer be restored.
  .index({ 'removal.at': 1 })
  // Posts whose files may still be public.
  .index({ 'removal.hidden': 1 })
  .index({ 'removal.returningAt': 1 }, { sparse: true })
  // All of one fan, for account removal.
  .index({ authorId: 1 })
  // Which stored files are in use, for the cleanup job.
  .index({ image: 1 }, { sparse: true })
  .index({ video: 1 }, { sparse: true });
