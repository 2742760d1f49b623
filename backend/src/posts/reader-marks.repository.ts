import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toObjectIds } from '../common/mongo/ids.js';
import { InjectCollection } from '../common/mongo/collections.js';
import { type StoredPostLike, postLikesCollection } from './likes/post-like.schema.js';
import { savedPostsCollection } from './saved/saved-post.schema.js';

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
    @InjectCollection(savedPostsCollection) private readonly saved: Collection,
  ) {}

  /** Finds both in one round trip, by the indexes alone; without ids it reads nothing. */
  async find(
    readerId: string,
    among: { liked: readonly string[]; saved: readonly string[] },
  ): Promise<ReaderMarks> {
    const marks: ReaderMarks = { liked: new Set(), saved: new Set() };
    if (among.liked.length + among.saved.length === 0) return marks;
    const reader = new Types.ObjectId(readerId);
    const found = this.likes.aggregate<{ postId: Types.ObjectId; isSave?: true }>(
      [
        { $match: { postId: { $in: toObjectIds(among.liked) }, userId: reader } },
        { $project: { _id: 0, postId: 1 } },
        {
          $unionWith: {
            coll: this.saved.collectionName,
            pipeline: [
              { $match: { postId: { $in: toObjectIds(among.saved) }, fanId: reader } },
              { $project: { _id: 0, postId: 1, isSave: { $literal: true } } },
            ],
          },
        },
      ],
      // The default first batch is 101 documents; more would cost a second round trip.
      { batchSize: 1000 },
    );
    for (const { postId, isSave } of await found.toArray()) {
      (isSave ? marks.saved : marks.liked).add(postId.toString());
    }
    return marks;
  }
}
