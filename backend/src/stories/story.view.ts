import type { FanSummary, Story as StoryAnswer } from '@kickoff/contracts';

import type { Story } from './story.schema.js';

/** A story as its reader sees it. */
export function toStoryAnswer(story: Story, user: FanSummary, seen: boolean): StoryAnswer {
  return {
    _id: story._id.toString(),
    user,
    media: story.media,
    mediaType: story.mediaType,
    ...(story.alt === '' ? {} : { alt: story.alt }),
    createdAt: story.createdAt.toISOString(),
    expiresAt: story.expiresAt.toISOString(),
    seen,
  };
}
