import type { FanSummary, Post as PostAnswer } from '@kickoff/contracts';
import type { Types } from 'mongoose';

import type { Post } from './post.schema.js';

/** All fans named in these posts: authors, likers and commenters. */
export function fansNamedIn(posts: readonly Post[]): Types.ObjectId[] {
  return posts.flatMap((post) => [
    post.authorId,
    ...post.newestLikers,
    ...post.firstComments.map((comment) => comment.authorId),
  ]);
}

/**
 * A post as its reader sees it; `undefined` where its author is gone and only
 * the removal job has not come by yet.
 */
export function toPostAnswer(
  post: Post,
  fans: ReadonlyMap<string, FanSummary>,
  liked: boolean,
): PostAnswer | undefined {
  const user = fans.get(post.authorId.toString());
  if (!user) return undefined;
  return {
    _id: post._id.toString(),
    user,
    text: post.text,
    ...toMediaAnswer(post),
    likes: post.newestLikers.flatMap((id) => fans.get(id.toString()) ?? []),
    liked,
    comments: post.firstComments.flatMap((comment) => {
      const author = fans.get(comment.authorId.toString());
      if (!author) return [];
      return [
        {
          _id: comment._id.toString(),
          user: author,
          text: comment.text,
          createdAt: comment.createdAt.toISOString(),
        },
      ];
    }),
    createdAt: post.createdAt.toISOString(),
    likesCount: post.likesCount,
    commentsCount: post.commentsCount,
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
