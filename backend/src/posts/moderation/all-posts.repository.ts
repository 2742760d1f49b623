import { Injectable } from '@nestjs/common';
import { type Collection, type mongo, Types } from 'mongoose';

import { toObjectIds, toStringIds, type WithStringIds } from '../../common/mongo/ids.js';
import { keyset } from '../../common/mongo/keyset.js';
import { InjectCollection } from '../../common/mongo/collections.js';
import type { Position } from '../../common/http/cursors.js';
import type { PageRows } from '../../common/http/page.js';
import { plainId } from '../../common/http/valid-id.js';
import { readPage } from '../../common/mongo/read-page.js';
import { rowsOf } from '../../common/mongo/rows-of.js';
import { type StoredPost, postsCollection } from '../post.schema.js';
import { bytesOf, POSTS_BATCH, type Preview, previewed } from '../posts-page.js';
import { type ModeratedPost, moderatedPostsCollection } from './moderated-post.schema.js';

/** A post of either collection. */
type StoredListedPost = StoredPost & Partial<Pick<ModeratedPost, 'removal'>>;
export type ListedPost = WithStringIds<StoredListedPost>;
/** Published posts, or those removed by admins. */
export type PostCollection = 'present' | 'removed';

/** An admin's filter of posts; absent fields match all. */
export interface PostsFilter {
  /** A substring of the text, or a complete id. */
  q?: string | undefined;
  authorId?: string | undefined;
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
  media?: 'image' | 'video' | 'none' | undefined;
  /** Only these. */
  ids?: readonly string[] | undefined;
}

/** All database access of the admins' lists of posts. */
@Injectable()
export class AllPostsRepository {
  constructor(
    @InjectCollection(postsCollection) private readonly present: Collection<StoredListedPost>,
    @InjectCollection(moderatedPostsCollection)
    private readonly removed: Collection<StoredListedPost>,
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
    return readPage(rowsOf(posts, toStringIds), { size }, bytesOf);
  }

  /** Finds excerpts of published and moderated posts by id. */
  async findExcerpts(ids: readonly string[], length: number): Promise<Map<string, string>> {
    const filter = { _id: { $in: toObjectIds(ids) } };
    const projection = { text: { $substrCP: ['$text', 0, length] } };
    const found = await Promise.all(
      [this.present, this.removed].map((posts) =>
        posts.find<Pick<StoredPost, '_id' | 'text'>>(filter, { projection }).toArray(),
      ),
    );
    return new Map(found.flat().map(({ _id, text }) => [_id.toString(), text]));
  }
}

function toMongoFilter(filter: PostsFilter): mongo.Filter<StoredListedPost> {
  const { q = '', authorId, from, to, media, ids } = filter;
  const conditions: mongo.Filter<StoredListedPost>[] = [];
  if (plainId(q) !== undefined) conditions.push({ _id: new Types.ObjectId(q) });
  else if (q !== '') conditions.push({ text: { $regex: escapeRegex(q), $options: 'i' } });
  if (authorId !== undefined) conditions.push({ authorId: new Types.ObjectId(authorId) });
  if (from) conditions.push({ createdAt: { $gte: from } });
  if (to) conditions.push({ createdAt: { $lt: to } });
  if (media === 'none') conditions.push({ image: { $exists: false }, video: { $exists: false } });
  else if (media) conditions.push({ [media]: { $exists: true } });
  if (ids) conditions.push({ _id: { $in: toObjectIds(ids) } });
  return conditions.length > 0 ? { $and: conditions } : {};
}

function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|#\s-]/g, '\\$&');
}
