import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { InjectCollection } from '../../common/mongo/collections.js';
import { type PostDocument, postsCollection } from '../post.schema.js';

/** What a quoting post shows of a post. */
export type QuotedPostDocument = Pick<
  PostDocument,
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

/** What decides whether a post may be quoted, and the texts that the quote shows. */
export type QuotablePost = Pick<PostDocument, '_id' | 'authorId' | 'match' | 'text' | 'alt'>;

/** All database access of quoted posts. */
@Injectable()
export class QuotedPostsRepository {
  constructor(
    @InjectCollection(postsCollection) private readonly posts: Collection<PostDocument>,
  ) {}

  /** Returns null where the post does not exist. */
  findQuotable(id: string): Promise<QuotablePost | null> {
    return this.posts.findOne<QuotablePost>(
      { _id: new Types.ObjectId(id) },
      { projection: { authorId: 1, match: 1, text: 1, alt: 1 } },
    );
  }

  /** The posts with these ids, in any order. */
  findAll(ids: readonly Types.ObjectId[]): Promise<QuotedPostDocument[]> {
    return this.posts
      .find<QuotedPostDocument>(
        { _id: { $in: [...ids] } },
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
      .toArray();
  }
}
