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

  /** Alternative text of an image; empty if none was given. */
  alt: string;

  /** Absent if the author wrote none. */
  caption?: string;
  createdAt: Date;

  /** A day after `createdAt`, so that both sort alike. */
  expiresAt: Date;
}

export type StoryDocument = WithStringIds<StoredStory>;

/** Index of the live stories of some fans, newest first. */
export const AUTHOR_INDEX = { authorId: 1, expiresAt: -1, _id: -1 } as const;

export const storiesCollection = defineCollection<StoredStory>('stories')
  // Everyone's newest stories, with their authors; in reverse, the ended ones.
  .index({ expiresAt: -1, _id: -1, authorId: 1 })
  .index(AUTHOR_INDEX)
  // Which files are in use.
  .index({ media: 1 });
