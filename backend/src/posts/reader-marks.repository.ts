import { Injectable } from '@nestjs/common';
import { type Collection, type mongo, Types } from 'mongoose';

import { toObjectIds } from '../common/mongo/ids.js';
import { InjectCollection } from '../common/mongo/collections.js';
import { type StoredPostLike, postLikesCollection, UNIQUE_LIKE } from './likes/post-like.schema.js';
import {
  type StoredSavedPost,
  savedPostsCollection,
  UNIQUE_SAVE,
} from './saved/saved-post.schema.js';

/** Ids of the posts that a reader likes, and of those that the reader has saved. */
export interface ReaderMarks {
  liked: Set<string>;
  saved: Set<string>;
}

/** Finds a reader's likes and saves of several posts. */
@Injectable()
export class ReaderMarksRepository {
  constructor(
    @InjectCollection(postLikesCollection) private readonly likes: Collection<StoredPostLike>,
    @InjectCollection(savedPostsCollection) private readonly saved: Collection<StoredSavedPost>,
  ) {}

  /** Finds both concurrently with covered queries; reads nothing without ids. */
  async find(
    readerId: string,
    among: { liked: readonly string[]; saved: readonly string[] },
  ): Promise<ReaderMarks> {
    const reader = new Types.ObjectId(readerId);
    const [liked, saved] = await Promise.all([
      findPostIds(this.likes, UNIQUE_LIKE, { userId: reader }, among.liked),
      findPostIds(this.saved, UNIQUE_SAVE, { fanId: reader }, among.saved),
    ]);
    return { liked, saved };
  }
}

async function findPostIds<Row extends { postId: Types.ObjectId }>(
  rows: Collection<Row>,
  hint: mongo.Hint,
  byReader: mongo.Filter<Row>,
  among: readonly string[],
): Promise<Set<string>> {
  if (among.length === 0) return new Set();
  const found = await rows
    .find<Pick<Row, 'postId'>>(
      { ...byReader, postId: { $in: toObjectIds(among) } },
      // The default first batch is 101 documents; more would cost a second round trip.
      { projection: { _id: 0, postId: 1 }, hint, batchSize: 1000 },
    )
    .toArray();
  return new Set(found.map(({ postId }) => postId.toString()));
}
