import { z } from 'zod';

import { MODERATION_NOTE_MAX_LENGTH, SEARCH_LENGTH } from './limits.js';
import { fromMoment, toMoment } from './moments.js';
import { pageQuery } from './paging.js';
import { FeedQuery, Post } from './posts.js';
import { plainText } from './text.js';

/** Why and by whom a post was taken away, and until when it can be brought back. */
export const PostRemovalNote = z.object({
  at: z.iso.datetime(),
  until: z.iso.datetime(),
  by: z.object({ _id: z.string(), username: z.string() }),
  reason: z.string().optional(),
});
export type PostRemovalNote = z.infer<typeof PostRemovalNote>;

/** A post as admins see it: everyone's, and with `removed` one that an admin took away. */
export const AdminPost = Post.extend({ removed: PostRemovalNote.optional() }).meta({
  id: 'AdminPost',
});
export type AdminPost = z.infer<typeof AdminPost>;

export const AdminPostsQuery = z.object({
  ...pageQuery,
  likes: FeedQuery.shape.likes,
  comments: FeedQuery.shape.comments,
  /** Part of the text in any letter case, or a post's whole id. */
  q: plainText('q', SEARCH_LENGTH.max).optional(),
  /** A fan's name or id. */
  author: z.string('author must be text').max(100, 'author is too long').optional(),
  from: fromMoment('from'),
  to: toMoment('to'),
  media: z.enum(['image', 'video', 'none'], 'media must be image, video or none').optional(),
  /** Only posts with an open report. */
  reported: z.literal('true', 'reported must be true').optional(),
  /** Instead of the posts that are there those that an admin took away and may bring back. */
  removed: z.literal('true', 'removed must be true').optional(),
});
export type AdminPostsQuery = z.infer<typeof AdminPostsQuery>;

/** Why a post goes; its author reads it. */
export const PostRemovalOrder = z
  .object({ reason: plainText('Reason', MODERATION_NOTE_MAX_LENGTH).optional() })
  .meta({ id: 'PostRemovalOrder' });
export type PostRemovalOrder = z.infer<typeof PostRemovalOrder>;
