import type { Comment, FanSummary, Post } from '@kickoff/contracts';

import type { CommentPreview } from './comments/comment-preview.js';
import { toPostMatch } from './post-match.view.js';
import type { PostDocument } from './post.schema.js';

/** Data beside the post that its response depends on. */
export interface ReaderContext {
  /** Summaries of existing fans, by id. */
  fans: ReadonlyMap<string, FanSummary>;
  /** Ids of fans whose likes and comments are hidden from the reader. */
  hidden: ReadonlySet<string>;
  /** Ids of hidden comments: by muted words, or about an unseen moment. */
  hiddenComments: ReadonlySet<string>;
  /** Number of comments about moments that the reader has not seen, by post id. */
  unseenCounts: ReadonlyMap<string, number>;
}

/** The reader's like and save of the post. */
export interface OwnMarks {
  liked: boolean;
  saved: boolean;
}

/** The likers and comments in a response. */
export type Previews = Pick<PostDocument, 'newestLikers' | 'firstComments'>;

/** Ids of all likers and commenters. */
export function fanIdsIn({ newestLikers, firstComments }: Previews): string[] {
  return [...newestLikers, ...firstComments.map((comment) => comment.authorId)];
}

/**
 * Converts a post for its reader; `undefined` if the author is deleted and the job has not removed
 * the post yet.
 */
export function toPost(
  post: PostDocument,
  { newestLikers, firstComments }: Previews,
  context: ReaderContext,
  { liked, saved }: OwnMarks,
): Post | undefined {
  const user = context.fans.get(post.authorId);
  if (!user) return undefined;
  return {
    _id: post._id,
    user,
    text: post.text,
    ...toMedia(post),
    likes: toFanSummaries(newestLikers, context),
    liked,
    comments: toComments(firstComments, context),
    createdAt: post.createdAt.toISOString(),
    likesCount: post.likesCount,
    // The unseen ones are counted later than the others, so they may include newer comments.
    commentsCount: Math.max(0, post.commentsCount - (context.unseenCounts.get(post._id) ?? 0)),
    ...(post.edited ? { edited: true } : {}),
    saved,
    ...(post.match ? { match: toPostMatch(post.match) } : {}),
  };
}

function toMedia(post: PostDocument): Partial<Post> {
  return {
    ...(post.image === undefined ? {} : { image: post.image }),
    ...(post.imageSize ? { imageSize: post.imageSize } : {}),
    ...(post.alt === undefined ? {} : { alt: post.alt }),
    ...(post.video === undefined ? {} : { video: post.video }),
    ...(post.videoDuration === undefined ? {} : { videoDuration: post.videoDuration }),
  };
}

/** Converts the fans visible to the reader, in the given order. */
export function toFanSummaries(ids: readonly string[], context: ReaderContext): FanSummary[] {
  const answers: FanSummary[] = [];
  for (const id of ids) {
    const fan = toVisibleFan(id, context);
    if (fan) answers.push(fan);
  }
  return answers;
}

/** Converts the comments visible to the reader, in the given order. */
export function toComments(comments: readonly CommentPreview[], context: ReaderContext): Comment[] {
  const answers: Comment[] = [];
  for (const { _id, authorId, text, createdAt, truncated } of comments) {
    const user = toVisibleFan(authorId, context);
    if (user && !context.hiddenComments.has(_id)) {
      answers.push({
        _id,
        user,
        text,
        createdAt: createdAt.toISOString(),
        ...(truncated ? { truncated } : {}),
      });
    }
  }
  return answers;
}

function toVisibleFan(id: string, { fans, hidden }: ReaderContext): FanSummary | undefined {
  return hidden.has(id) ? undefined : fans.get(id);
}
