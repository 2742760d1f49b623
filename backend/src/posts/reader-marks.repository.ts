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

/** A post that the reader likes, or has saved. */
interface MarkedPost {
  postId: Types.ObjectId;
  isSave?: true;
}

const POST_ALONE = { _id: 0, postId: 1 } as const;
/** The default first batch is 101 documents; more would cost a second round trip. */
const IN_ONE_BATCH = { batchSize: 1000 };

/** Finds a reader's likes and saves of several posts. */
@Injectable()
export class ReaderMarksRepository {
  constructor(
    @InjectCollection(postLikesCollection) private readonly likes: Collection<StoredPostLike>,
    @InjectCollection(savedPostsCollection) private readonly saved: Collection,
  ) {}

  /** Finds both in one round trip with covered queries; reads nothing without ids. */
  async find(
    readerId: string,
    among: { liked: readonly string[]; saved: readonly string[] },
  ): Promise<ReaderMarks> {
    const marks: ReaderMarks = { liked: new Set(), saved: new Set() };
    if (among.liked.length + among.saved.length === 0) return marks;
    const reader = new Types.ObjectId(readerId);
    const likes = { postId: { $in: toObjectIds(among.liked) }, userId: reader };
    const rows =
      // Most posts were never saved, and a query of two collections costs more than one.
      among.saved.length === 0
        ? this.likes.find<MarkedPost>(likes, { projection: POST_ALONE, ...IN_ONE_BATCH })
        : this.findInBoth(likes, { postId: { $in: toObjectIds(among.saved) }, fanId: reader });
    for (const { postId, isSave } of await rows.toArray()) {
      (isSave ? marks.saved : marks.liked).add(postId.toString());
    }
    return marks;
  }

  private findInBoth(likes: object, saves: object) {
    return this.likes.aggregate<MarkedPost>(
      [
        { $match: likes },
        { $project: POST_ALONE },
        {
          $unionWith: {
            coll: this.saved.collectionName,
            pipeline: [
              { $match: saves },
              { $project: { ...POST_ALONE, isSave: { $literal: true } } },
            ],
          },
        },
      ],
      IN_ONE_BATCH,
    );
  }
}
