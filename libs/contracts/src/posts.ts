import { z } from 'zod';

import { integer, notBlank } from './described.js';
import { MatchTeam } from './football.js';
import { ID_PATTERN } from './ids.js';
import { LEAGUES } from './leagues.js';
import { ALT_MAX_LENGTH, COMMENT_MAX_LENGTH, POST_TEXT_MAX_LENGTH } from './limits.js';
import { pageQuery, PageQuery } from './paging.js';
import { Poll, PollField } from './polls.js';
import { plainText } from './text.js';
import { FanSummary } from './users.js';

export const Comment = z
  .object({
    _id: z.string(),
    user: FanSummary,
    text: z.string(),
    createdAt: z.iso.datetime(),
    /** There where a list of posts cut the text, after 300 code points. */
    truncated: z.literal(true).optional(),
  })
  .meta({ id: 'Comment' });
export type Comment = z.infer<typeof Comment>;

const ImageSize = z.object({ width: z.int(), height: z.int() });

/** The post that another one quotes, as its reader may see it: without a quote of its own. */
export const QuotedPost = z
  .object({
    _id: z.string(),
    user: FanSummary,
    text: z.string(),
    /** Where the text was cut, after 300 code points. */
    truncated: z.literal(true).optional(),
    image: z.string().optional(),
    alt: z.string().optional(),
    imageSize: ImageSize.optional(),
    video: z.string().optional(),
    createdAt: z.iso.datetime(),
    edited: z.boolean().optional(),
  })
  .meta({ id: 'QuotedPost' });
export type QuotedPost = z.infer<typeof QuotedPost>;

/** In place of a quoted post that its reader may not see. */
export const GonePost = z.object({ gone: z.literal(true) }).meta({ id: 'GonePost' });
export type GonePost = z.infer<typeof GonePost>;

/** The match whose thread a post belongs to; `minute` is the clock that its author saw. */
export const PostMatch = z
  .object({
    id: z.string(),
    league: z.enum(LEAGUES),
    homeTeam: MatchTeam,
    awayTeam: MatchTeam,
    minute: z.string().nullable().optional(),
  })
  .meta({ id: 'PostMatch' });
export type PostMatch = z.infer<typeof PostMatch>;

/** A post as its reader may see it. `likes` and `comments` are capped previews; the counts are exact. */
export const Post = z
  .object({
    _id: z.string(),
    user: FanSummary,
    text: z.string(),
    // Paths that, put behind /api/uploads/, fetch the file.
    image: z.string().optional(),
    /** What the image shows, for those who do not see it. */
    alt: z.string().optional(),
    /** In pixels, so that the page can reserve the space before the image loads. */
    imageSize: ImageSize.optional(),
    video: z.string().optional(),
    /** In seconds, if known. */
    videoDuration: z.number().optional(),
    likes: z.array(FanSummary),
    liked: z.boolean(),
    comments: z.array(Comment),
    createdAt: z.iso.datetime(),
    likesCount: z.number(),
    commentsCount: z.number(),
    edited: z.boolean().optional(),
    /** Whether its reader has saved it. */
    saved: z.boolean(),
    quote: z.union([QuotedPost, GonePost]).optional(),
    poll: Poll.optional(),
    match: PostMatch.optional(),
    /** About a moment of the match that its reader has not seen: text, files, likes and comments are withheld. */
    spoiler: z.literal(true).optional(),
    /** In an answer about one post: a word that its reader has muted is in it. */
    mutedWord: z.literal(true).optional(),
  })
  .meta({ id: 'Post' });
export type Post = z.infer<typeof Post>;

/** The text fields of the post form; files travel beside them. */
export const NewPost = z
  .object({
    text: plainText('Text', POST_TEXT_MAX_LENGTH).default(''),
    alt: plainText('The description', ALT_MAX_LENGTH).default(''),
    /** The id of the post that it quotes. */
    quote: z
      .union([z.literal(''), z.string().regex(ID_PATTERN)], 'quote must be the id of a post')
      .default(''),
    /** The id of the match whose thread it belongs to. */
    matchId: z.string('matchId must be the id of a match').max(200).default(''),
    /** The poll as JSON, because a form has text fields only. */
    poll: PollField,
  })
  .meta({
    id: 'NewPost',
    anyOf: [
      { required: ['text'], properties: { text: notBlank } },
      { required: ['image'] },
      { required: ['video'] },
    ],
  });
export type NewPost = z.infer<typeof NewPost>;

export const PostChange = z
  .object({ text: plainText('Text', POST_TEXT_MAX_LENGTH) })
  .meta({ id: 'PostChange' });
export type PostChange = z.infer<typeof PostChange>;

/** The wanted state, whatever it is now; without it a like turns into its opposite. */
export const LikeState = z
  .object({ liked: z.boolean('liked must be true or false').optional() })
  .meta({ id: 'LikeState' });
export type LikeState = z.infer<typeof LikeState>;

export const NewComment = z
  .object({ text: plainText('Comment', COMMENT_MAX_LENGTH).meta(notBlank) })
  .meta({ id: 'NewComment' });
export type NewComment = z.infer<typeof NewComment>;

/** A like in the export of a fan's own data. */
export const OwnLike = z
  .object({ postId: z.string(), createdAt: z.iso.datetime() })
  .meta({ id: 'OwnLike' });
export type OwnLike = z.infer<typeof OwnLike>;

/** A comment in the export of a fan's own data. */
export const OwnComment = Comment.omit({ user: true, truncated: true })
  .extend({ postId: z.string() })
  .meta({ id: 'OwnComment' });
export type OwnComment = z.infer<typeof OwnComment>;

/** A saved post in the export of a fan's own data. */
export const OwnSavedPost = OwnLike.meta({ id: 'OwnSavedPost' });
export type OwnSavedPost = z.infer<typeof OwnSavedPost>;

/** How many likers and comments each post of a list carries. */
const preview = (name: string) =>
  z
    .string(`${name} must be a whole number from 0 to 20`)
    .regex(/^(1?\d|20)$/, `${name} must be a whole number from 0 to 20`)
    .transform(Number)
    .meta(integer(0, 20))
    .optional();

export const FeedQuery = z.object({
  ...pageQuery,
  likes: preview('likes'),
  comments: preview('comments'),
  /** Everyone's posts, or those of the fans I follow and mine. */
  scope: z.enum(['everyone', 'following'], 'scope must be everyone or following').optional(),
  author: z.string('author must be text').min(1, 'author is empty').max(100).optional(),
});
export type FeedQuery = z.infer<typeof FeedQuery>;

const reveal = z.literal('true', 'reveal must be true').optional();

/** With `reveal` a post is answered whole, also before its reader has seen the moment that it is about. */
export const PostQuery = z.object({ reveal });
export type PostQuery = z.infer<typeof PostQuery>;

/** A page of a post's likes or comments; with `reveal` also of those that its reader has not seen. */
export const PostPageQuery = PageQuery.extend({ reveal });
export type PostPageQuery = z.infer<typeof PostPageQuery>;

/** A fan's own posts: a page of the feed without the choice of whose. */
export const OwnPostsQuery = FeedQuery.omit({ author: true, scope: true });
export type OwnPostsQuery = z.infer<typeof OwnPostsQuery>;
