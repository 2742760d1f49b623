import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { InjectCollection } from '../common/mongo/collections.js';
import { type CommentDocument, commentsCollection } from './comments/comment.schema.js';
import { type PostDocument, postsCollection } from './post.schema.js';

type PostExcerpt = Pick<PostDocument, '_id' | 'authorId' | 'text' | 'match'>;

/** All database access of the beginnings of posts and comments. */
@Injectable()
export class ExcerptsRepository {
  constructor(
    @InjectCollection(postsCollection) private readonly posts: Collection<PostDocument>,
    @InjectCollection(commentsCollection) private readonly comments: Collection<CommentDocument>,
  ) {}

  /** Finds posts with the first `length` code points of their text. */
  findPosts(ids: readonly string[], length: number): Promise<PostExcerpt[]> {
    return this.posts
      .find<PostExcerpt>(
        { _id: { $in: toObjectIds(ids) } },
        { projection: { authorId: 1, match: 1, text: beginning(length) }, batchSize: 1000 },
      )
      .toArray();
  }

  /**
   * Finds the beginnings of the newest posts of some authors in one round trip, newest first per
   * author.
   */
  findNewestOf(
    authorIds: readonly string[],
    { postsEach, length }: { postsEach: number; length: number },
  ): Promise<PostExcerpt[]> {
    const newestOf = (authorId: Types.ObjectId) => [
      { $match: { authorId } },
      { $sort: { createdAt: -1, _id: -1 } as const },
      { $limit: postsEach },
      // Who may see posts of a rehearsal is not known here.
      { $match: { 'match.rehearsal': { $exists: false } } },
      { $project: { authorId: 1, match: 1, text: beginning(length) } },
    ];
    const [first, ...others] = toObjectIds(authorIds);
    if (!first) return Promise.resolve([]);
    const coll = this.posts.collectionName;
    return this.posts
      .aggregate<PostExcerpt>(
        [
          ...newestOf(first),
          ...others.map((id) => ({ $unionWith: { coll, pipeline: newestOf(id) } })),
        ],
        { batchSize: 1000 },
      )
      .toArray();
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
      .toArray();
  }
}

function beginning(length: number) {
  return { $substrCP: ['$text', 0, length] };
}

function toObjectIds(ids: readonly string[]): Types.ObjectId[] {
  return ids.map((id) => new Types.ObjectId(id));
}
