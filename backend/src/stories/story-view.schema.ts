import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** That a fan has seen a story. */
export interface StoredStoryView {
  _id: Types.ObjectId;
  storyId: Types.ObjectId;
  viewerId: Types.ObjectId;
  at: Date;

  /** When the story is over, and this with it. */
  expiresAt: Date;
}

export type StoryView = WithStringIds<StoredStoryView>;

export const storyViewsCollection = defineCollection<StoredStoryView>('story_views')
  // Once only; and which of these stories a fan has seen, answered by the index alone.
  .index({ viewerId: 1, storyId: 1 }, { unique: true })
  // Who has seen a story, newest first, page by page.
  .index({ storyId: 1, at: -1, _id: -1 })
  // Views recorded during the deletion of their story.
  .index({ expiresAt: 1 });
