import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, Model, Types } from 'mongoose';

import { placeOf, type Position } from '../common/http/cursors.js';
import type { PageBounds, PageRows } from '../common/http/page.js';
import { isDuplicateKey } from '../common/mongo/database-away.js';
import { olderThan } from '../common/mongo/older-than.js';
import { readVisible } from '../common/mongo/read-visible.js';
import { inTransaction } from '../common/mongo/transaction.js';
import { Post } from './post.schema.js';
import { bytesOf, POSTS_BATCH, type Preview, previewed } from './posts-page.js';

/** Which list, and where in it a page begins. */
export interface ListPlace {
  authorIds?: readonly string[] | undefined;
  /** Left out while the posts are read. */
  without?: ReadonlySet<string> | undefined;
  after?: Position | undefined;
}

/** Where a post stands in a list. */
export type PostPlace = Pick<Post, '_id' | 'createdAt'>;

/** All database access of posts as their authors write them. */
@Injectable()
export class PostsRepository {
  private readonly posts;

  constructor(@InjectModel(Post.name) private readonly model: Model<Post>) {
    this.posts = model.db.collection<Post>(model.collection.name);
  }

  /**
   * Stores a post; false where its id is there already. The native insert,
   * because building a document through the model costs half as much again.
   *
   * @param alongWith what stands with it or not at all
   */
  async insert(
    post: Post,
    alongWith: (transaction: ClientSession) => Promise<void>,
  ): Promise<boolean> {
    try {
      await inTransaction(this.model.db, async (session) => {
        await this.posts.insertOne(post, { session });
        await alongWith(session);
        return post;
      });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /**
   * The newest posts after a place in the list, everyone's or some authors'.
   * The place's own moment bounds the index scan.
   */
  findPage(bounds: PageBounds, preview: Preview, where: ListPlace): Promise<PageRows<Post>> {
    const { without, after } = where;
    const read = (limit: number, last: Post | undefined) => {
      const place = last ? placeOf(last) : after;
      return this.posts.find(
        { ...byAuthor(where), ...(place ? olderThan(place) : {}) },
        {
          sort: { createdAt: -1, _id: -1 },
          limit,
          projection: previewed(preview),
          batchSize: POSTS_BATCH,
        },
      );
    };
    return readVisible(
      {
        read,
        isVisible: ({ authorId }) => !without?.has(authorId.toString()),
        areAllVisible: !without || without.size === 0,
        bytesOf,
      },
      bounds,
    );
  }

  /** The places of the newest posts of some authors, at most `size`; the index alone answers. */
  findPlaces(size: number, where: ListPlace): Promise<PostPlace[]> {
    return this.posts
      .find<PostPlace>(
        { ...byAuthor(where), ...(where.after ? olderThan(where.after) : {}) },
        {
          sort: { createdAt: -1, _id: -1 },
          limit: size,
          projection: { createdAt: 1 },
          batchSize: 1000,
        },
      )
      .toArray();
  }

  /** The posts at these places, in any order; those that are gone are left out. */
  findAt(places: readonly PostPlace[], preview: Preview): Promise<Post[]> {
    return this.posts
      .find(
        { _id: { $in: places.map(({ _id }) => _id) } },
        { projection: previewed(preview), batchSize: POSTS_BATCH },
      )
      .toArray();
  }

  findById(id: string): Promise<Post | null> {
    return this.posts.findOne({ _id: new Types.ObjectId(id) });
  }

  /** Who wrote a post, where it is there. */
  async findAuthor(id: string): Promise<string | undefined> {
    const post = await this.posts.findOne<Pick<Post, 'authorId'>>(
      { _id: new Types.ObjectId(id) },
      { projection: { _id: 0, authorId: 1 } },
    );
    return post?.authorId.toString();
  }

  /**
   * Gives the fan's own post another text; ownership is part of the filter, and
   * so is that a post without words has something else to show.
   */
  editOwn(id: string, authorId: string, text: string, isBlank: boolean): Promise<Post | null> {
    const hasMedia = [{ image: { $exists: true } }, { video: { $exists: true } }];
    return this.posts.findOneAndUpdate(
      {
        _id: new Types.ObjectId(id),
        authorId: new Types.ObjectId(authorId),
        ...(isBlank ? { $or: hasMedia } : {}),
      },
      { $set: { text, edited: true }, $inc: { version: 1 } },
      { returnDocument: 'after' },
    );
  }

  /** Ids of some posts of one fan. */
  async findIdsOf(authorId: string, size: number): Promise<string[]> {
    const posts = await this.posts
      .find<Pick<Post, '_id'>>(
        { authorId: new Types.ObjectId(authorId) },
        { projection: { _id: 1 }, limit: size, batchSize: size },
      )
      .toArray();
    return posts.map(({ _id }) => _id.toString());
  }

  /** Which of these files a post shows. */
  async findFilesInUse(names: readonly string[]): Promise<string[]> {
    const among = { $in: [...names] };
    const posts = await this.posts
      .find<Pick<Post, 'image' | 'video'>>(
        { $or: [{ image: among }, { video: among }] },
        { projection: { image: 1, video: 1 } },
      )
      .toArray();
    return posts.flatMap(({ image, video }) => [image, video].filter((name) => name !== undefined));
  }
}

function byAuthor({ authorIds }: ListPlace) {
  return authorIds ? { authorId: { $in: authorIds.map((id) => new Types.ObjectId(id)) } } : {};
}
