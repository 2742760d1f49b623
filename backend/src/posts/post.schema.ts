import type { PostMatch } from '@kickoff/contracts';
import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';
import type { StoredCommentPreview } from './comments/comment-preview.js';
import type { PostPoll } from './polls/post-poll.js';

/** The most likers, and the most comments, that a list shows of a post. */
export const PREVIEW_SIZE = 20;
/** Likers stored in a post: a few more than shown, so that an unlike leaves enough. */
export const STORED_LIKERS = 24;

/**
 * A post. Likes and comments are separate collections; the post stores their exact counts and
 * capped previews, so a feed page costs the same for any number of them (docs/decisions/0003).
 */
export interface StoredPost {
  _id: Types.ObjectId;
  authorId: Types.ObjectId;
  text: string;

  /** A stored file, its size in pixels, and its alt text. */
  image?: string;
  imageSize?: { width: number; height: number };
  alt?: string;

  /** A stored file, and its length in seconds if the file states it. */
  video?: string;
  videoDuration?: number;

  /** The quoted post, which may be deleted. */
  quoteId?: Types.ObjectId;
  poll?: PostPoll;

  /**
   * The match whose thread it belongs to; `at` is the moment of the match that its author saw. With
   * `rehearsal` only the fans of that rehearsal see the post.
   */
  match?: PostMatch & { at: Date; rehearsal?: string };

  /** Set once the text was edited. */
  edited?: boolean;

  /** Set by the first fan who saves it: without it no reader's saves are queried. */
  wasSaved?: true;
  likesCount: number;
  commentsCount: number;

  /** The newest likers, newest first: all, or 20 to 24 of them. */
  newestLikers: Types.ObjectId[];

  /** The first comments in order, at most 20, long ones cut. */
  firstComments: StoredCommentPreview[];

  /** Keys of the search index; lists do not read them. */
  searchWords?: string[];

  /** Incremented by every change except of `searchWords`: posts are cached by it. */
  version: number;
  createdAt: Date;

  /** When an admin restored it last. */
  restoredAt?: Date;
}

export type PostDocument = WithStringIds<StoredPost>;

export const AUTHOR_INDEX = { authorId: 1, createdAt: -1, _id: -1 } as const;
export const SEARCH_INDEX = { searchWords: 1, createdAt: -1, _id: -1 } as const;

/** Posts of some authors in the thread of a match, by moment. */
export const THREAD_AUTHOR_INDEX = {
  'match.id': 1,
  authorId: 1,
  'match.at': 1,
  _id: 1,
} as const;
/** Most posts are in no thread. */
const IN_A_THREAD = { partialFilterExpression: { 'match.id': { $exists: true } } };

/** The projection for responses. */
export const WITHOUT_SEARCH_WORDS = { searchWords: 0 } as const;

export const postsCollection = defineCollection<StoredPost>('posts')
  // The feed, newest first, page by page.
  .index({ createdAt: -1, _id: -1 })
  // Restored posts, which a cached timeline does not contain.
  .index({ restoredAt: 1 }, { sparse: true })
  // Posts of one fan, newest first, page by page.
  .index(AUTHOR_INDEX)
  // Posts by word, word prefix, or kind of media; newest first, covered.
  .index(SEARCH_INDEX)
  // The admins' lists of posts with a picture or with a video, in the feed's order.
  .index(
    { createdAt: -1, _id: -1 },
    { name: 'withImage', partialFilterExpression: { image: { $exists: true } } },
  )
  .index(
    { createdAt: -1, _id: -1 },
    { name: 'withVideo', partialFilterExpression: { video: { $exists: true } } },
  )
  // The thread of a match by moment, of all or of some authors, page by page.
  .index({ 'match.id': 1, 'match.at': 1, _id: 1 }, IN_A_THREAD)
  .index(THREAD_AUTHOR_INDEX, IN_A_THREAD)
  // The posts of a rehearsal, for their removal.
  .index(
    { 'match.rehearsal': 1, _id: 1 },
    { partialFilterExpression: { 'match.rehearsal': { $exists: true } } },
  )
  // Which stored files are in use, for the cleanup job.
  .index({ image: 1 }, { sparse: true })
  .index({ video: 1 }, { sparse: true });
