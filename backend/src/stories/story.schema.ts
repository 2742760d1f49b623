import type { StoryMediaType } from '@kickoff/contracts';
import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** A story. It ends with its expiry time; a deletion sets that to now, and the cleanup removes the rest. */
export interface StoredStory {
  _id: Types.ObjectId;
  authorId: Types.ObjectId;

  /** Name of the file. */
  media: string;
  mediaType: StoryMediaType;

  /** What an image shows, for those who do not see it; empty where nobody said. */
  alt: string;

  /** Absent where the author wrote none. */
  caption?: string;
  createdAt: Date;

  /** A day after `createdAt`, so that one order serves both. */
  expiresAt: Date;
}

export type StoryDocument = WithStringIds<StoredStory>;

export const storiesCollection = defineCollection<StoredStory>('stories')
  // The newest of everyone, with whose they are; and from the other end those that are over.
  .index({ expiresAt: -1, _id: -1, authorId: 1 })
  // The living ones of some fans, newest first.
  .index({ authorId: 1, expiresAt: -1, _id: -1 })
  // Which files are in use.
  .index({ media: 1 });
