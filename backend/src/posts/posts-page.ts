import type { Post } from './post.schema.js';

/** How much of a post a list wants to see. */
export interface Preview {
  likes: number;
  comments: number;
}

/** Posts in one answer of the database: as many as are asked for to fill a page of the feed. */
export const POSTS_BATCH = 61;
/** Ids, counts and times around the texts of a post, and of a comment or liker in it, about. */
const FRAME_BYTES = 400;
const PREVIEW_FRAME_BYTES = 100;

/** What is read of a post for a list. */
export function previewed({ likes, comments }: Preview) {
  return { newestLikers: { $slice: likes }, firstComments: { $slice: comments } };
}

/** What a post adds to a list, in bytes. */
export function bytesOf({ text, alt = '', newestLikers, firstComments }: Post): number {
  const frames = FRAME_BYTES + (newestLikers.length + firstComments.length) * PREVIEW_FRAME_BYTES;
  return firstComments.reduce(
    (sum, comment) => sum + Buffer.byteLength(comment.text),
    frames + Buffer.byteLength(text) + Buffer.byteLength(alt),
  );
}
