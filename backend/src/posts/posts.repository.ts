import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model, Types } from 'mongoose';

import type { Position } from '../common/http/cursors.js';
import { isDuplicateKey } from '../common/mongo/database-away.js';
import { Post } from './post.schema.js';

/** How much of a post a list wants to see. */
export interface Preview {
  likes: number;
  comments: number;
}

/** What is still of interest of a post that is gone. */
export type RemovedPost = Pick<Post, 'createdAt' | 'image' | 'video'>;

/** Which list, and where in it a page begins. */
export interface ListPlace {
  authorId?: string | undefined;
  after?: Position | undefined;
}

/** All database access of posts. */
@Injectable()
export class PostsRepository {
  constructor(@InjectModel(Post.name) private readonly posts: Model<Post>) {}

  /**
   * Stores a post; false where its id is there already. The native insert,
   * because building a document through the model costs half as much again.
   */
  async insert(post: Post): Promise<boolean> {
    try {
      await this.posts.collection.insertOne(post);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /**
   * The newest posts after a place in the list, everyone's or one author's.
   * The place's own moment bounds the index scan.
   */
  findPage(size: number, preview: Preview, where: ListPlace): Promise<Post[]> {
    const { authorId, after } = where;
    return this.posts.collection
      .find<Post>(
        {
          ...(authorId === undefined ? {} : { authorId: new Types.ObjectId(authorId) }),
          ...(after ? olderThan(after) : {}),
        },
        {
          sort: { createdAt: -1, _id: -1 },
          limit: size,
          projection: {
            newestLikers: { $slice: preview.likes },
            firstComments: { $slice: preview.comments },
          },
          batchSize: 1000,
        },
      )
      .toArray();
  }

  findById(id: string): Promise<Post | null> {
    return this.posts.collection.findOne<Post>({ _id: new Types.ObjectId(id) });
  }

  /** Takes the fan's own post away and returns it; ownership is part of the filter. */
  removeOwn(id: string, authorId: string): Promise<RemovedPost | null> {
    return this.posts.db
      .collection<Post>(this.posts.collection.name)
      .findOneAndDelete(
        { _id: new Types.ObjectId(id), authorId: new Types.ObjectId(authorId) },
        { projection: { createdAt: 1, image: 1, video: 1 } },
      );
  }

  /** Which of these files a post shows. */
  async findFilesInUse(names: readonly string[]): Promise<string[]> {
    const among = { $in: [...names] };
    const posts = await this.posts.collection
      .find<Pick<Post, 'image' | 'video'>>(
        { $or: [{ image: among }, { video: among }] },
        { projection: { image: 1, video: 1 } },
      )
      .toArray();
    return posts.flatMap(({ image, video }) => [image, video].filter((name) => name !== undefined));
  }

  /** How many posts were written in each month, by year and month in UTC. */
  countByMonth() {
    return this.posts.collection
      .aggregate<{ _id: { year: number; month: number }; count: number }>([
        // Says nothing about the posts, but lets the feed's index answer alone.
        { $match: { createdAt: { $gte: new Date(0) } } },
        {
          $group: {
            _id: { year: { $year: '$createdAt' }, month: { $month: '$createdAt' } },
            count: { $sum: 1 },
          },
        },
      ])
      .toArray();
  }
}

function olderThan({ at, id }: Position) {
  return {
    createdAt: { $lte: at },
    $or: [{ createdAt: { $lt: at } }, { createdAt: at, _id: { $lt: new Types.ObjectId(id) } }],
  };
}
