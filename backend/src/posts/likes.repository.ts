import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Connection, Model, type mongo, Types } from 'mongoose';

import { placeOf, type Position } from '../common/http/cursors.js';
import type { PageRows } from '../common/http/page.js';
import { JOBS_CONNECTION } from '../common/mongo/jobs-connection.js';
import { olderThan } from '../common/mongo/older-than.js';
import { readVisible } from '../common/mongo/read-visible.js';
import { inTransaction } from '../common/mongo/transaction.js';
import { PostLike } from './post-like.schema.js';
import { LIKERS_KEPT, Post, PREVIEW_SIZE } from './post.schema.js';
import { RemovedPost } from './removed-post.schema.js';

/** What a fan wants of a like: that it is there or not, or the opposite of what is. */
export interface LikeChange {
  userId: Types.ObjectId;
  wanted: boolean | undefined;
  at: Date;
}

/** What came of it. */
export interface ChangedLike {
  isLiked: boolean;
  hasChanged: boolean;
}

/**
 * All database access of likes: their rows, and what a post keeps of them. Both
 * change together: every like of a post changes that post, so one transaction
 * at a time has the rows and what is kept of them as they are.
 */
@Injectable()
export class LikesRepository {
  private readonly likes;
  private readonly posts;
  private readonly removedPosts;
  /** The same, for exports and removals of accounts. */
  private readonly ofFans;

  constructor(
    @InjectModel(PostLike.name) private readonly model: Model<PostLike>,
    @InjectModel(Post.name) posts: Model<Post>,
    @InjectModel(RemovedPost.name) removedPosts: Model<RemovedPost>,
    @Inject(JOBS_CONNECTION) jobs: Connection,
  ) {
    this.ofFans = jobs.collection<PostLike>(model.collection.name);
    this.likes = model.db.collection<PostLike>(model.collection.name);
    this.posts = posts.db.collection<Post>(posts.collection.name);
    this.removedPosts = removedPosts.db.collection<Post>(removedPosts.collection.name);
  }

  /**
   * Changes likes of one post, each by another fan, with the post's count and preview.
   *
   * @param alongWith what stands with it or not at all: when the likes were made that come (1) or go (-1)
   * @returns what came of each, in their order, and the post then where something changed: null where it is
   *   out of sight or gone, and nothing has come to be liked
   */
  async change(
    postId: Types.ObjectId,
    changes: readonly LikeChange[],
    alongWith: (madeAt: readonly Date[], by: 1 | -1, transaction: ClientSession) => Promise<void>,
  ): Promise<{ results: ChangedLike[]; post?: Post | null }> {
    let results: ChangedLike[] = [];
    const post = await inTransaction(this.model.db, async (session) => {
      const added = await this.insertNew(postId, changes, session);
      const removed = await this.removeUnwanted(postId, changes, added, session);
      results = changes.map(({ userId, wanted }) => {
        const [isNew, isGone] = [added, removed].map((likes) => has(likes, userId));
        return { isLiked: wanted ?? !isGone, hasChanged: isNew === true || isGone === true };
      });
      if (added.length + removed.length === 0) return null;

      let shown: Post | null = null;
      if (added.length > 0) {
        shown = await this.countIn(postId, added, session);
        if (shown) await alongWith(momentsOf(added), 1, session);
        else await this.likes.deleteMany({ _id: { $in: idsOf(added) } }, { session });
      }
      if (removed.length > 0) {
        shown = await this.countOut(this.posts, postId, removed, session);
        // One that an admin took away keeps its counts until it comes back.
        if (!shown) await this.countOut(this.removedPosts, postId, removed, session);
        await alongWith(momentsOf(removed), -1, session);
      }
      return { shown };
    });
    return post ? { results, post: post.shown } : { results };
  }

  findPost(id: Types.ObjectId): Promise<Post | null> {
    return this.posts.findOne({ _id: id });
  }

  /** Which of these posts a fan likes; the index alone answers. */
  async findLiked(
    userId: Types.ObjectId,
    postIds: readonly Types.ObjectId[],
  ): Promise<Set<string>> {
    const rows = await this.likes
      .find<Pick<PostLike, 'postId'>>(
        { postId: { $in: [...postIds] }, userId },
        { projection: { _id: 0, postId: 1 }, batchSize: 1000 },
      )
      .toArray();
    return new Set(rows.map(({ postId }) => postId.toString()));
  }

  /** The newest likers of a post and, in the same round trip, whether a reader is one of all its likers. */
  async findNewest(
    postId: Types.ObjectId,
    size: number,
    reader: Types.ObjectId,
  ): Promise<{ likers: Types.ObjectId[]; liked: boolean }> {
    const rows = await this.likes
      .aggregate<{ userId: Types.ObjectId; isReader?: true }>(
        [
          { $match: { postId } },
          { $sort: { createdAt: -1, _id: -1 } },
          { $limit: size },
          { $project: { _id: 0, userId: 1 } },
          {
            $unionWith: {
              coll: this.likes.collectionName,
              pipeline: [
                { $match: { postId, userId: reader } },
                { $project: { _id: 0, userId: 1, isReader: { $literal: true } } },
              ],
            },
          },
        ],
        // More than 101 in one answer would cost a silent second round trip.
        { batchSize: 1000 },
      )
      .toArray();
    return {
      likers: rows.flatMap(({ userId, isReader }) => (isReader ? [] : [userId])),
      liked: rows.at(-1)?.isReader === true,
    };
  }

  /** A page of the likes of a post after a place in the list, newest first, but those of some fans. */
  findPage(
    postId: Types.ObjectId,
    size: number,
    without: ReadonlySet<string>,
    after: Position | undefined,
  ): Promise<PageRows<PostLike>> {
    const read = (limit: number, last: PostLike | undefined) => {
      const place = last ? placeOf(last) : after;
      return this.likes.find(
        { postId, ...(place ? olderThan(place) : {}) },
        { sort: { createdAt: -1, _id: -1 }, limit, batchSize: 1000 },
      );
    };
    return readVisible(
      {
        read,
        isVisible: ({ userId }) => !without.has(userId.toString()),
        areAllVisible: without.size === 0,
        bytesOf: () => 0,
      },
      { size },
    );
  }

  /** Likes of one fan, the longest known first, after one of them. */
  findOf(userId: Types.ObjectId, size: number, after?: Types.ObjectId): Promise<PostLike[]> {
    return this.ofFans
      .find(
        { userId, ...(after ? { _id: { $gt: after } } : {}) },
        { sort: { _id: 1 }, limit: size, batchSize: 1000 },
      )
      .toArray();
  }

  /** How many likes a fan has given. */
  countOf(userId: Types.ObjectId): Promise<number> {
    return this.likes.countDocuments({ userId });
  }

  /** Stores what is wanted and not there; an upsert tells, where an insert would end the transaction. */
  private async insertNew(
    postId: Types.ObjectId,
    changes: readonly LikeChange[],
    session: ClientSession,
  ): Promise<PostLike[]> {
    const likes = changes
      .filter(({ wanted }) => wanted !== false)
      .map(({ userId, at }) => ({ _id: new Types.ObjectId(), postId, userId, createdAt: at }));
    if (likes.length === 0) return [];
    const { upsertedIds } = await this.likes.bulkWrite(
      likes.map(({ userId, ...like }) => ({
        updateOne: {
          filter: { postId, userId },
          update: { $setOnInsert: { _id: like._id, createdAt: like.createdAt } },
          upsert: true,
        },
      })),
      { session },
    );
    return likes.filter((_, at) => at in upsertedIds);
  }

  private async removeUnwanted(
    postId: Types.ObjectId,
    changes: readonly LikeChange[],
    added: readonly PostLike[],
    session: ClientSession,
  ): Promise<PostLike[]> {
    const removed: PostLike[] = [];
    for (const { userId, wanted } of changes) {
      if (wanted === true || has(added, userId)) continue;
      const like = await this.likes.findOneAndDelete({ postId, userId }, { session });
      if (like) removed.push(like);
    }
    return removed;
  }

  private countIn(
    postId: Types.ObjectId,
    likes: readonly PostLike[],
    session: ClientSession,
  ): Promise<Post | null> {
    const newest = likes.map(({ userId }) => userId).reverse();
    return this.posts.findOneAndUpdate(
      { _id: postId },
      {
        $inc: { likesCount: likes.length, version: 1 },
        $push: { newestLikers: { $each: newest, $position: 0, $slice: LIKERS_KEPT } },
      },
      { returnDocument: 'after', session },
    );
  }

  private async countOut(
    posts: mongo.Collection<Post>,
    postId: Types.ObjectId,
    likes: readonly PostLike[],
    session: ClientSession,
  ): Promise<Post | null> {
    const post = await posts.findOneAndUpdate(
      { _id: postId },
      {
        $inc: { likesCount: -likes.length, version: 1 },
        $pullAll: { newestLikers: likes.map(({ userId }) => userId) },
      },
      { returnDocument: 'after', session },
    );
    if (!post || post.newestLikers.length >= Math.min(PREVIEW_SIZE, post.likesCount)) return post;
    const newest = await this.likes
      .find(
        { postId },
        {
          sort: { createdAt: -1, _id: -1 },
          limit: LIKERS_KEPT,
          projection: { _id: 0, userId: 1 },
          session,
        },
      )
      .toArray();
    post.newestLikers = newest.map((like) => like.userId);
    const { newestLikers } = post;
    await posts.updateOne({ _id: postId }, { $set: { newestLikers } }, { session });
    return post;
  }
}

function has(likes: readonly PostLike[], fan: Types.ObjectId): boolean {
  return likes.some(({ userId }) => userId.equals(fan));
}

function momentsOf(likes: readonly PostLike[]): Date[] {
  return likes.map(({ createdAt }) => createdAt);
}

function idsOf(likes: readonly PostLike[]): Types.ObjectId[] {
  return likes.map(({ _id }) => _id);
}
