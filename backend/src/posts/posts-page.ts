import type { PageBounds, PageRows } from '../common/http/page.js';
import { readVisible, type VisibleRows } from '../common/mongo/read-visible.js';
import { isOfOtherRehearsal } from './threads/rehearsal-posts.js';
import {
  type PostDocument,
  PREVIEW_SIZE,
  STORED_LIKERS,
  WITHOUT_SEARCH_WORDS,
} from './post.schema.js';

/** How many likers and comments of each post a list includes. */
export interface Preview {
  likes: number;
  comments: number;
}

/** All that a post stores of both. */
export const WHOLE_PREVIEW: Preview = { likes: STORED_LIKERS, comments: PREVIEW_SIZE };

/** The sort position of a post in a list. */
export type PostPosition = Pick<PostDocument, '_id' | 'createdAt'>;

/**
 * The version of a post. A new post may have the id of a deleted one if its call was repeated; its
 * time differs.
 */
export type PostVersion = Pick<PostDocument, '_id' | 'createdAt' | 'version'>;

/** Returns whether a post, or what was made of it, is of exactly this version. */
export function isVersionOf(
  one: Omit<PostVersion, '_id'>,
  other: Omit<PostVersion, '_id'>,
): boolean {
  return one.version === other.version && one.createdAt.getTime() === other.createdAt.getTime();
}

/** Posts of a list that are hidden from one reader. */
export interface HiddenPosts {
  /** Authors to skip. */
  without?: ReadonlySet<string> | undefined;
  /** Rehearsals whose posts the reader sees; without them posts of rehearsals are hidden. */
  rehearsals?: ReadonlySet<string> | undefined;
  /** Returns ids of the posts to skip; absent if there are none. */
  findSkipped?: ((posts: readonly PostDocument[]) => Promise<ReadonlySet<string>>) | undefined;
}

/** Documents in one database batch: enough to fill a page of the feed. */
export const POSTS_BATCH = 61;
/** Approximate JSON size of a post without texts, and of each comment, liker or option in it. */
const FRAME_BYTES = 400;
const PREVIEW_FRAME_BYTES = 100;
/**
 * Maximum JSON size of a quoted post: 300 code points of text, 1,000 of the description, and its
 * frame.
 */
const QUOTE_BYTES = 5_600;

/** The projection for a list. */
export function previewed({ likes, comments }: Preview) {
  return {
    newestLikers: { $slice: likes },
    firstComments: { $slice: comments },
    ...WITHOUT_SEARCH_WORDS,
  };
}

/** Cuts the stored likers and comments to those that a list shows. */
export function cutToPreview(post: PostDocument, { likes, comments }: Preview): PostDocument {
  const { newestLikers, firstComments } = post;
  return {
    ...post,
    newestLikers: newestLikers.slice(0, likes),
    firstComments: firstComments.slice(0, comments),
  };
}

/**
 * Approximate bytes of a post in a list.
 *
 * @param preview what the list shows of the post; by default all that was read
 */
export function bytesOf(
  { text, alt = '', newestLikers, firstComments, quoteId, poll }: PostDocument,
  preview = WHOLE_PREVIEW,
): number {
  const options = poll?.options ?? [];
  const likers = Math.min(newestLikers.length, preview.likes);
  const comments = Math.min(firstComments.length, preview.comments);
  let bytes = FRAME_BYTES + (likers + comments + options.length) * PREVIEW_FRAME_BYTES;
  if (quoteId) bytes += QUOTE_BYTES;
  for (const part of [text, alt, ...options]) bytes += Buffer.byteLength(part);
  for (let at = 0; at < comments; at += 1) {
    bytes += Buffer.byteLength(firstComments[at]?.text ?? '');
  }
  return bytes;
}

/**
 * Reads one page of posts without those hidden from its reader.
 *
 * @param read returns the next posts of the list after a given one
 * @param preview what the list shows of each post; by default all that was read
 */
export function readVisiblePosts(
  read: VisibleRows<PostDocument>['read'],
  { without, rehearsals, findSkipped }: HiddenPosts,
  bounds: PageBounds,
  preview = WHOLE_PREVIEW,
): Promise<PageRows<PostDocument>> {
  const skipped = new Set<string>();
  async function* readJudged(size: number, after: PostDocument | undefined) {
    const posts: PostDocument[] = [];
    for await (const post of read(size, after)) posts.push(post);
    for (const id of (await findSkipped?.(posts)) ?? []) skipped.add(id);
    yield* posts;
  }
  return readVisible(
    {
      read: findSkipped ? readJudged : read,
      isVisible: (post) =>
        !without?.has(post.authorId) &&
        !isOfOtherRehearsal(post, rehearsals) &&
        !skipped.has(post._id),
      areAllVisible: !findSkipped && (without?.size ?? 0) === 0,
      bytesOf: (post) => bytesOf(post, preview),
    },
    bounds,
  );
}

/** Sorts posts newest first. */
export function newestFirst(one: PostPosition, other: PostPosition): number {
  return other.createdAt.getTime() - one.createdAt.getTime() || other._id.localeCompare(one._id);
}
