import type { Types } from 'mongoose';

import { defineCollection } from '../../common/mongo/collections.js';
import type { WithStringIds } from '../../common/mongo/ids.js';

/** A fan's vote in a post's poll. This row is authoritative; the counts in the post are derived. */
export interface StoredPollVote {
  _id: Types.ObjectId;
  postId: Types.ObjectId;
  fanId: Types.ObjectId;

  /** Index of the option. */
  option: number;
  createdAt: Date;
}

export type PollVote = WithStringIds<StoredPollVote>;

/**
 * Key of the unique index, also used as a hint: the other index would read all votes of the fan.
 */
export const UNIQUE_VOTE = { postId: 1, fanId: 1 } as const;

export const pollVotesCollection = defineCollection<StoredPollVote>('poll_votes')
  // Unique per fan and post; the reader's votes in the polls of a page; removal with the post.
  .index(UNIQUE_VOTE, { unique: true })
  // All votes of one fan, for export and removal.
  .index({ fanId: 1, _id: 1 });
