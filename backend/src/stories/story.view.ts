import type { FanSummary, Story } from '@kickoff/contracts';

import type { StoryDocument } from './story.schema.js';

/** Converts a story for its reader. */
export function toStory(story: StoryDocument, user: FanSummary, seen: boolean): Story {
  return {
    _id: story._id,
    user,
    media: story.media,
    mediaType: story.mediaType,
    ...(story.alt === '' ? {} : { alt: story.alt }),
    ...(story.caption === undefined ? {} : { caption: story.caption }),
    createdAt: story.createdAt.toISOString(),
    expiresAt: story.expiresAt.toISOString(),
    seen,
  };
}
