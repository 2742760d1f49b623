import { z } from 'zod';

import { notBlank } from './described.js';
import { ALT_MAX_LENGTH, CAPTION_MAX_LENGTH, STORY_REPLY_MAX_LENGTH } from './limits.js';
import { plainText } from './text.js';
import { FanSummary } from './users.js';

export const StoryMediaType = z.enum(['image', 'video'], 'mediaType must be image or video');
export type StoryMediaType = z.infer<typeof StoryMediaType>;

/** `media` is a file name that, put behind /api/uploads/stories/, fetches the file. */
export const Story = z
  .object({
    _id: z.string(),
    user: FanSummary,
    media: z.string(),
    mediaType: StoryMediaType,
    alt: z.string().optional(),
    caption: z.string().optional(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    seen: z.boolean(),
  })
  .meta({ id: 'Story' });
export type Story = z.infer<typeof Story>;

/** The text fields of the story form; the file travels beside them as `media`. */
export const NewStory = z
  .object({
    mediaType: StoryMediaType,
    alt: plainText('The description', ALT_MAX_LENGTH).default(''),
    caption: plainText('The caption', CAPTION_MAX_LENGTH).default(''),
  })
  .meta({ id: 'NewStory', required: ['mediaType', 'media'] });
export type NewStory = z.infer<typeof NewStory>;

/** A reply, which only the author of the story reads. */
export const StoryReply = z
  .object({ text: plainText('Your reply', STORY_REPLY_MAX_LENGTH).meta(notBlank) })
  .meta({ id: 'StoryReply' });
export type StoryReply = z.infer<typeof StoryReply>;

/** A reply to a story in the export of its sender's own data. */
export const OwnStoryReply = z
  .object({ storyId: z.string(), text: z.string(), createdAt: z.iso.datetime() })
  .meta({ id: 'OwnStoryReply' });
export type OwnStoryReply = z.infer<typeof OwnStoryReply>;
