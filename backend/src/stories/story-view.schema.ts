import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** Records that a fan has seen a story. */
export interface StoredStoryView {
  _id: Types.ObjectId;
  storyId: Types.ObjectId;
  viewerId: Types.ObjectId;
  at: Date;

  /** Expiry of the story, at which the view is deleted too. */
  expiresAt: Date;
}

export type StoryView = WithStringIds<StoredStoryView>;

export const storyViewsCollection = defineCollection<StoredStoryView>('story_views')
  // Unique per fan and story; which of several stories a fan has seen, covered.
  .index({ viewerId: 1, storyId: 1 }, { unique: true })
  // Viewers of a story, newest first, page by page.
  .index({ storyId: 1, at: -1, _id: -1 })
  // Views recorded during the deletion of their story.
  .index({ expiresAt: 1 });
