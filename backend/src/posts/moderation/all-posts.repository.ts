import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model } from 'mongoose';

import type { Position } from '../../common/http/cursors.js';
import type { PageRows } from '../../common/http/page.js';
import { readPage } from '../../common/mongo/read-page.js';
import { PostDocument } from '../post.schema.js';
import { olderThan, type PostsFilter, toMongoFilter } from './posts-filter.js';
import { bytesOf, POSTS_BATCH, type Preview, previewed } from '../posts-page.js';
import { ModeratedPost } from './moderated-post.schema.js';

/** A post of either collection. */
export type ListedPost = PostDocument & Partial<Pick<ModeratedPost, 'removal'>>;
/** Published posts, or those removed by admins. */
export type PostCollection = 'present' | 'removed';

/** All database access of the admins' lists of posts. */
@Injectable()
export class AllPostsRepository {
  private readonly collections;

  constructor(
    @InjectModel(PostDocument.name) posts: Model<PostDocument>,
    @InjectModel(ModeratedPost.name) removed: Model<ModeratedPost>,
  ) {
    this.collections = {
      present: posts.db.collection<ListedPost>(posts.collection.name),
      removed: removed.db.collection<ListedPost>(removed.collection.name),
    };
  }

  count(collection: PostCollection, filter: PostsFilter): Promise<number> {
    return this.collections[collection].countDocuments(toMongoFilter(filter));
  }

  /** A page of posts, newest first, after `after`. */
  findPage(
    collection: PostCollection,
    filter: PostsFilter,
    { size, preview, after }: { size: number; preview: Preview; after?: Position | undefined },
  ): Promise<PageRows<ListedPost>> {
    const posts = this.collections[collection].find(
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
