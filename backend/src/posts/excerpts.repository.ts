import { Injectable } from '@nestjs/common';
import type { Collection, Types } from 'mongoose';

import { toObjectIds, toStringIds, type WithStringIds } from '../common/mongo/ids.js';
import { InjectCollection } from '../common/mongo/collections.js';
import {
  type CommentDocument,
  type StoredComment,
  commentsCollection,
} from './comments/comment.schema.js';
import { type StoredPost, postsCollection } from './post.schema.js';

type StoredExcerpt = Pick<StoredPost, '_id' | 'authorId' | 'text' | 'match'>;
type PostExcerpt = WithStringIds<StoredExcerpt>;

/** All database access of excerpts of posts and comments. */
@Injectable()
export class ExcerptsRepository {
  constructor(
    @InjectCollection(postsCollection) private readonly posts: Collection<StoredPost>,
    @InjectCollection(commentsCollection) private readonly comments: Collection<StoredComment>,
  ) {}

  /** Finds posts with the first `length` code points of their text. */
  findPosts(ids: readonly string[], length: number): Promise<PostExcerpt[]> {
    return this.posts
      .find<StoredExcerpt>(
        { _id: { $in: toObjectIds(ids) } },
        { projection: { authorId: 1, match: 1, text: beginning(length) }, batchSize: 1000 },
      )
      .toArray()
      .then(toStringIds);
  }

  /**
   * Finds excerpts of the newest posts of some authors in one round trip, newest first per author.
   */
  findNewestOf(
    authorIds: readonly string[],
    { postsEach, length }: { postsEach: number; length: number },
  ): Promise<PostExcerpt[]> {
    const newestOf = (authorId: Types.ObjectId) => [
      { $match: { authorId } },
      { $sort: { createdAt: -1, _id: -1 } as const },
      { $limit: postsEach },
      // This repository does not know who may see posts of a rehearsal.
      { $match: { 'match.rehearsal': { $exists: false } } },
      { $project: { authorId: 1, match: 1, text: beginning(length) } },
    ];
    const [first, ...others] = toObjectIds(authorIds);
    if (!first) return Promise.resolve([]);
    const coll = this.posts.collectionName;
    return this.posts
      .aggregate<StoredExcerpt>(
        [
          ...newestOf(first),
          ...others.map((id) => ({ $unionWith: { coll, pipeline: newestOf(id) } })),
        ],
        { batchSize: 1000 },
      )
      .toArray()
      .then(toStringIds);
  }

  /** Finds comments with the first `length` code points of their text. */
  findComments(ids: readonly string[], length: number): Promise<CommentDocument[]> {
    return this.comments
      .find(
        { _id: { $in: toObjectIds(ids) } },
        {
          projection: { authorId: 1, postId: 1, createdAt: 1, matchAt: 1, text: beginning(length) },
          batchSize: 1000,
        },
      )
      .toArray()
      .then(toStringIds);
  }
}

function beginning(length: number) {
  return { $substrCP: ['$text', 0, length] };
}
