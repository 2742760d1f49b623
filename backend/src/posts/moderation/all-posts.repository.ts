import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { keyset } from '../../common/mongo/keyset.js';
import { InjectCollection } from '../../common/mongo/collections.js';
import type { Position } from '../../common/http/cursors.js';
import type { PageRows } from '../../common/http/page.js';
import { readPage } from '../../common/mongo/read-page.js';
import { type PostDocument, postsCollection } from '../post.schema.js';
import { type PostsFilter, toMongoFilter } from './posts-filter.js';
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
      { $and: [toMongoFilter(filter), keyset(after)] },
      {
        sort: { createdAt: -1, _id: -1 },
        limit: size + 1,
        projection: previewed(preview),
        batchSize: POSTS_BATCH,
      },
    );
    return readPage(posts, { size }, bytesOf);
  }

  /** The beginnings of the texts of published and moderated posts, by id. */
  async findExcerpts(ids: readonly string[], length: number): Promise<Map<string, string>> {
    const filter = { _id: { $in: ids.map((id) => new Types.ObjectId(id)) } };
    const projection = { text: { $substrCP: ['$text', 0, length] } };
    const found = await Promise.all(
      [this.present, this.removed].map((posts) =>
        posts.find<Pick<ListedPost, '_id' | 'text'>>(filter, { projection }).toArray(),
      ),
    );
    return new Map(found.flat().map(({ _id, text }) => [_id.toString(), text]));
  }
}
