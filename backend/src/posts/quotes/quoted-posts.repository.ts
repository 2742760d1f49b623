import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toObjectIds, toStringIds, type WithStringIds } from '../../common/mongo/ids.js';
import { InjectCollection } from '../../common/mongo/collections.js';
import { type StoredPost, postsCollection } from '../post.schema.js';

/** The fields of a post that a quote shows. */
type StoredQuotedPost = Pick<
  StoredPost,
  | '_id'
  | 'authorId'
  | 'text'
  | 'image'
  | 'imageSize'
  | 'alt'
  | 'video'
  | 'createdAt'
  | 'edited'
  | 'match'
>;
export type QuotedPostDocument = WithStringIds<StoredQuotedPost>;

/** The fields that decide whether a post may be quoted, and the texts that the quote shows. */
type StoredQuotablePost = Pick<StoredPost, '_id' | 'authorId' | 'match' | 'text' | 'alt'>;
export type QuotablePost = WithStringIds<StoredQuotablePost>;

/** All database access of quoted posts. */
@Injectable()
export class QuotedPostsRepository {
  constructor(@InjectCollection(postsCollection) private readonly posts: Collection<StoredPost>) {}

  /** Returns null if the post does not exist. */
  findQuotable(id: string): Promise<QuotablePost | null> {
    return this.posts
      .findOne<StoredQuotablePost>(
        { _id: new Types.ObjectId(id) },
        { projection: { authorId: 1, match: 1, text: 1, alt: 1 } },
      )
      .then(toStringIds);
  }

  /** The posts with these ids, in any order. */
  findAll(ids: readonly string[]): Promise<QuotedPostDocument[]> {
    return this.posts
      .find<StoredQuotedPost>(
        { _id: { $in: toObjectIds(ids) } },
        {
          projection: {
            authorId: 1,
            text: 1,
            image: 1,
            imageSize: 1,
            alt: 1,
            video: 1,
            createdAt: 1,
            edited: 1,
            match: 1,
          },
          batchSize: 1000,
        },
      )
      .toArray()
      .then(toStringIds);
  }
}
