import { z } from 'zod';

import { POST_TEXT_MAX_LENGTH } from './limits.js';
import { pageQuery } from './paging.js';
import { plainText } from './text.js';
import { FanSummary } from './users.js';

export const Comment = z
  .object({
    _id: z.string(),
    user: FanSummary,
    text: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Comment' });
export type Comment = z.infer<typeof Comment>;

/** A post as its reader may see it. `likes` and `comments` are capped previews; the counts are exact. */
export const Post = z
  .object({
    _id: z.string(),
    user: FanSummary,
    text: z.string(),
    image: z.string().optional(),
    video: z.string().optional(),
    likes: z.array(FanSummary),
    liked: z.boolean(),
    comments: z.array(Comment),
    createdAt: z.iso.datetime(),
    likesCount: z.number(),
    commentsCount: z.number(),
    edited: z.boolean().optional(),
  })
  .meta({ id: 'Post' });
export type Post = z.infer<typeof Post>;

/** The text fields of the post form; files travel beside them. */
export const NewPost = z
  .object({ text: plainText('Text', POST_TEXT_MAX_LENGTH).default('') })
  .meta({ id: 'NewPost' });
export type NewPost = z.infer<typeof NewPost>;

/** How many likers and comments each post of a list carries. */
const preview = (name: string) =>
  z
    .string(`${name} must be a whole number from 0 to 20`)
    .regex(/^(1?\d|20)$/, `${name} must be a whole number from 0 to 20`)
    .transform(Number)
    .optional();

export const FeedQuery = z.object({
  ...pageQuery,
  likes: preview('likes'),
  comments: preview('comments'),
  author: z.string('author must be text').min(1, 'author is empty').max(100).optional(),
});
export type FeedQuery = z.infer<typeof FeedQuery>;

/** A fan's own posts: a page of the feed without the choice of an author. */
export const OwnPostsQuery = FeedQuery.omit({ author: true });
export type OwnPostsQuery = z.infer<typeof OwnPostsQuery>;
