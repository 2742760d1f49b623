import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toStringIds } from '../../common/mongo/ids.js';
import { positionOf } from '../../common/http/cursors.js';
import { InjectCollection } from '../../common/mongo/collections.js';
import { AUTHOR_INDEX, type StoredPost, postsCollection, SEARCH_INDEX } from '../post.schema.js';
import type { ReadPositions } from './position-list.js';

/** Reads the positions of posts from the search index only: all queries are covered. */
@Injectable()
export class PostSearchRepository {
  constructor(@InjectCollection(postsCollection) private readonly posts: Collection<StoredPost>) {}

  /** The posts with a search word. */
  withKey(key: string): ReadPositions {
    return this.reader({ searchWords: key }, SEARCH_INDEX);
  }

  /** The posts of an author. */
  byAuthor(authorId: string): ReadPositions {
    return this.reader({ authorId: new Types.ObjectId(authorId) }, AUTHOR_INDEX);
  }

  private reader(of: object, hint: Record<string, 1 | -1>): ReadPositions {
    const find = async (place: object, size: number) => {
      const posts = await this.posts
        .find<Pick<StoredPost, '_id' | 'createdAt'>>(
          { ...of, ...place },
          {
            sort: { createdAt: -1, _id: -1 },
            limit: size,
            projection: { createdAt: 1 },
            batchSize: size,
            hint,
          },
        )
        .toArray();
      return posts.map((post) => positionOf(toStringIds(post)));
    };
    return async (size, from, isAfter) => {
      if (!from) return find({}, size);
      const id = new Types.ObjectId(from.id);
      // Two ranges of the index: one query for both would load each post to decide between them.
      const [same, older] = await Promise.all([
        find({ createdAt: from.at, _id: isAfter ? { $lt: id } : { $lte: id } }, size),
        find({ createdAt: { $lt: from.at } }, size),
      ]);
      return [...same, ...older].slice(0, size);
    };
  }
}
