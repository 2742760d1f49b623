import type { PostDocument } from './post.schema.js';

/** How many likers and comments of each post a list includes. */
export interface Preview {
  likes: number;
  comments: number;
}

/** Documents in one database batch: enough to fill a page of the feed. */
export const POSTS_BATCH = 61;
/** Approximate JSON size of a post without texts, and of each comment or liker in it. */
const FRAME_BYTES = 400;
const PREVIEW_FRAME_BYTES = 100;

/** The projection for a list. */
export function previewed({ likes, comments }: Preview) {
  return { newestLikers: { $slice: likes }, firstComments: { $slice: comments } };
}

/** Approximate bytes of a post in a list. */
export function bytesOf({ text, alt = '', newestLikers, firstComments }: PostDocument): number {
  const frames = FRAME_BYTES + (newestLikers.length + firstComments.length) * PREVIEW_FRAME_BYTES;
  return firstComments.reduce(
    (sum, comment) => sum + Buffer.byteLength(comment.text),
    frames + Buffer.byteLength(text) + Buffer.byteLength(alt),
  );
}
