import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model } from 'mongoose';

import type { Position } from '../common/http/cursors.js';
import type { PageRows } from '../common/http/page.js';
import { readPage } from '../common/mongo/read-page.js';
import { Post } from './post.schema.js';
import { olderThan, type PostsFilter, questionOf } from './posts-filter.js';
import { bytesOf, POSTS_BATCH, type Preview, previewed } from './posts-page.js';
import { RemovedPost } from './removed-post.schema.js';

/** A post of either list. */
export type ListedPost = Post & Partial<Pick<RemovedPost, 'removal'>>;
/** The posts that are there, or those that an admin took away. */
export type Shelf = 'present' | 'removed';

/** All database access of the admins' lists of posts. */
@Injectable()
export class AllPostsRepository {
  private readonly shelves;

  constructor(
    @InjectModel(Post.name) posts: Model<Post>,
    @InjectModel(RemovedPost.name) removed: Model<RemovedPost>,
  ) {
    this.shelves = {
      present: posts.db.collection<ListedPost>(posts.collection.name),
      removed: removed.db.collection<ListedPost>(removed.collection.name),
    };
  }

  count(shelf: Shelf, filter: PostsFilter): Promise<number> {
    return this.shelves[shelf].countDocuments(questionOf(filter));
  }

  /** A page of posts newest first, after a place in the list. */
  findPage(
    shelf: Shelf,
    filter: PostsFilter,
    { size, preview, after }: { size: number; preview: Preview; after?: Position | undefined },
  ): Promise<PageRows<ListedPost>> {
    const posts = this.shelves[shelf].find(
      { $and: [questionOf(filter), after ? olderThan(after) : {}] },
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
