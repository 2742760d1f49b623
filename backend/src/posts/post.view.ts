import type { Comment as CommentAnswer, FanSummary, Post as PostAnswer } from '@kickoff/contracts';
import type { Types } from 'mongoose';

import type { CommentPreview } from './comment-preview.js';
import type { Post } from './post.schema.js';

/** Who reads, as far as it changes what a post shows. */
export interface Sight {
  /** Names and pictures of those who are still there. */
  fans: ReadonlyMap<string, FanSummary>;
  /** Whose likes and comments this reader does not see. */
  hidden: ReadonlySet<string>;
}

/** The likers and comments that an answer shows. */
export type Previews = Pick<Post, 'newestLikers' | 'firstComments'>;

/** All fans named in previews: likers and commenters. */
export function fansIn({ newestLikers, firstComments }: Previews): Types.ObjectId[] {
  return [...newestLikers, ...firstComments.map((comment) => comment.authorId)];
}

/**
 * A post as its reader sees it; `undefined` where its author is gone and only
 * the removal job has not come by yet.
 */
export function toPostAnswer(
  post: Post,
  { newestLikers, firstComments }: Previews,
  sight: Sight,
  liked: boolean,
): PostAnswer | undefined {
  const user = sight.fans.get(post.authorId.toString());
  if (!user) return undefined;
  return {
    _id: post._id.toString(),
    user,
    text: post.text,
    ...toMediaAnswer(post),
    likes: toFanAnswers(newestLikers, sight),
    liked,
    comments: toCommentAnswers(firstComments, sight),
    createdAt: post.createdAt.toISOString(),
    likesCount: post.likesCount,
    commentsCount: post.commentsCount,
    ...(post.edited ? { edited: true } : {}),
  };
}

/** What a post shows beside its text. */
function toMediaAnswer(post: Post): Partial<PostAnswer> {
  return {
    ...(post.image === undefined ? {} : { image: post.image }),
    ...(post.imageSize ? { imageSize: post.imageSize } : {}),
    ...(post.alt === undefined ? {} : { alt: post.alt }),
    ...(post.video === undefined ? {} : { video: post.video }),
    ...(post.videoDuration === undefined ? {} : { videoDuration: post.videoDuration }),
  };
}

/** The fans whom a reader sees, in the order given. */
export function toFanAnswers(ids: readonly Types.ObjectId[], sight: Sight): FanSummary[] {
  const answers: FanSummary[] = [];
  for (const id of ids) {
    const fan = toFanAnswer(id, sight);
    if (fan) answers.push(fan);
  }
  return answers;
}

/** The comments that a reader sees, in the order given. */
export function toCommentAnswers(
  comments: readonly CommentPreview[],
  sight: Sight,
): CommentAnswer[] {
  const answers: CommentAnswer[] = [];
  for (const { _id, authorId, text, createdAt, truncated } of comments) {
    const user = toFanAnswer(authorId, sight);
    if (user) {
      answers.push({
        _id: _id.toString(),
        user,
        text,
        createdAt: createdAt.toISOString(),
        ...(truncated ? { truncated } : {}),
      });
    }
  }
  return answers;
}

function toFanAnswer(id: Types.ObjectId, { fans, hidden }: Sight): FanSummary | undefined {
  const key = id.toString();
  return hidden.size > 0 && hidden.has(key) ? undefined : fans.get(key);
}
