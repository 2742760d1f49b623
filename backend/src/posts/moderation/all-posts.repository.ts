import { Injectable } from '@nestjs/common';
import type { Collection } from 'mongoose';

import { InjectCollection } from '../../common/mongo/collections.js';
import type { Position } from '../../common/http/cursors.js';
import type { PageRows } from '../../common/http/page.js';
import { readPage } from '../../common/mongo/read-page.js';
import { type PostDocument, postsCollection } from '../post.schema.js';
import { olderThan, type PostsFilter, toMongoFilter } from './posts-filter.js';
import { bytesOf, POSTS_BATCH, type Preview, previewed } from '../posts-page.js';
import { type ModeratedPost, moderatedPostsCollection } from './moderated-post.schema.js';

/** A post of either collection. */
export type ListedPost = PostDocument & Partial<Pick<ModeratedPost, 'removal'>>;
/** Published posts, or those removed by admins. */
export type PostCollection = 'present' | 'removed';

/** All database access of the admins' lists of posts. */
@Injectable()
export class AllPostsRepository {
  constructor(
    @InjectCollection(postsCollection) private readonly present: Collection<ListedPost>,
    @InjectCollection(moderatedPostsCollection) private readonly removed: Collection<ListedPost>,
  ) {}

  count(collection: PostCollection, filter: PostsFilter): Promise<number> {
    return this[collection].countDocuments(toMongoFilter(filter));
  }

  /** A page of posts, newest first, after `after`. */
  findPage(
    collection: PostCollection,
    filter: PostsFilter,
    { size, preview, after }: { size: number; preview: Preview; after?: Position | undefined },
  ): Promise<PageRows<ListedPost>> {
    const posts = this[collection].find(
      { $and: [toMongoFilter(filter), after ? olderThan(after) : {}] },
      {
        sort: { createdAt: -1, _id: -1 },
        limit: size + 1,
        projection: previewed(preview),
        batchSize: POSTS_BATCH,
      },
    );
    return readPage(posts, { size }, bytesOf);
  }
}
