import type { PageBounds, PageRows } from '../common/http/page.js';
import { readVisible, type VisibleRows } from '../common/mongo/read-visible.js';
import { isOfOtherRehearsal } from './threads/rehearsal-posts.js';
import { type PostDocument, WITHOUT_SEARCH_WORDS } from './post.schema.js';

/** How many likers and comments of each post a list includes. */
export interface Preview {
  likes: number;
  comments: number;
}

/** The sort position of a post in a list. */
export type PostPosition = Pick<PostDocument, '_id' | 'createdAt'>;

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

/** Approximate bytes of a post in a list. */
export function bytesOf(post: PostDocument): number {
  const { text, alt = '', newestLikers, firstComments, quoteId, poll } = post;
  const options = poll?.options ?? [];
  const parts = newestLikers.length + firstComments.length + options.length;
  return [text, alt, ...firstComments.map((comment) => comment.text), ...options].reduce(
    (sum, part) => sum + Buffer.byteLength(part),
    FRAME_BYTES + parts * PREVIEW_FRAME_BYTES + (quoteId ? QUOTE_BYTES : 0),
  );
}

/**
 * Reads one page of posts without those hidden from its reader.
 *
 * @param read returns the next posts of the list after a given one
 */
export function readVisiblePosts(
  read: VisibleRows<PostDocument>['read'],
  { without, rehearsals, findSkipped }: HiddenPosts,
  bounds: PageBounds,
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
      bytesOf,
    },
    bounds,
  );
}

/** Sorts posts newest first. */
export function newestFirst(one: PostPosition, other: PostPosition): number {
  return other.createdAt.getTime() - one.createdAt.getTime() || other._id.localeCompare(one._id);
}
