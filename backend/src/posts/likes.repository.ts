import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model, Types } from 'mongoose';

import type { Position } from '../common/http/cursors.js';
import { isDuplicateKey } from '../common/mongo/database-away.js';
import { PostLike } from './post-like.schema.js';
import { LIKERS_KEPT, Post, PREVIEW_SIZE } from './post.schema.js';

/** Which like is meant: there is one of a fan for a post at the most. */
export interface LikeKey {
  postId: Types.ObjectId;
  userId: Types.ObjectId;
}

/** A preview that changes under the hand is tried again this often; the next change finds it short again. */
const REFILL_TRIES = 3;

/** All database access of likes: their rows, and what a post keeps of them. */
@Injectable()
export class LikesRepository {
  private readonly likes;
  private readonly posts;

  constructor(
    @InjectModel(PostLike.name) likes: Model<PostLike>,
    @InjectModel(Post.name) posts: Model<Post>,
  ) {
    this.likes = likes.db.collection<PostLike>(likes.collection.name);
    this.posts = posts.db.collection<Post>(posts.collection.name);
  }

  /** Stores a like; false where it is there already. */
  async insert({ postId, userId }: LikeKey, createdAt: Date): Promise<boolean> {
    try {
      await this.likes.insertOne({ _id: new Types.ObjectId(), postId, userId, createdAt });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Takes a like away and tells since when it was there; null where there was none. */
  remove(key: LikeKey): Promise<Pick<PostLike, 'createdAt'> | null> {
    return this.likes.findOneAndDelete(key, { projection: { _id: 0, createdAt: 1 } });
  }

  /** Puts a new like into its post's count and preview; null where the post is gone. */
  countIn({ postId, userId }: LikeKey): Promise<Post | null> {
    const others = { $filter: { input: '$newestLikers', cond: { $ne: ['$$this', userId] } } };
    return this.posts.findOneAndUpdate(
      { _id: postId },
      [
        {
          $set: {
            likesCount: { $add: ['$likesCount', 1] },
            // A refill may have met the row already.
            newestLikers: { $slice: [{ $concatArrays: [[userId], others] }, LIKERS_KEPT] },
            version: { $add: ['$version', 1] },
          },
        },
      ],
      { returnDocument: 'after' },
    );
  }

  /** Takes a like out of its post's count and preview, and tells whether it was in there; null where the post is gone. */
  async countOut({
    postId,
    userId,
  }: LikeKey): Promise<{ post: Post | null; wasShown: boolean } | null> {
    const post = await this.posts.findOneAndUpdate(
      { _id: postId },
      { $inc: { likesCount: -1, version: 1 }, $pull: { newestLikers: userId } },
      { returnDocument: 'before' },
    );
    if (!post) return null;
    const likers = post.newestLikers.filter((id) => !id.equals(userId));
    const wasShown = likers.length < post.newestLikers.length;
    Object.assign(post, {
      likesCount: post.likesCount - 1,
      newestLikers: likers,
      version: post.version + 1,
    });
    return { post: await this.refilled(post), wasShown };
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

  /** The likes of a post after a place in the list, newest first, but those of some fans. */
  findPage(
    postId: Types.ObjectId,
    size: number,
    without: readonly Types.ObjectId[],
    after: Position | undefined,
  ): Promise<PostLike[]> {
    return this.likes
      .find(
        {
          postId,
          ...(without.length > 0 ? { userId: { $nin: [...without] } } : {}),
          ...(after
            ? {
                createdAt: { $lte: after.at },
                $or: [
                  { createdAt: { $lt: after.at } },
                  { createdAt: after.at, _id: { $lt: new Types.ObjectId(after.id) } },
                ],
              }
            : {}),
        },
        { sort: { createdAt: -1, _id: -1 }, limit: size, batchSize: 1000 },
      )
      .toArray();
  }

  /** Likes of one fan, the longest known first, after one of them. */
  findOf(userId: Types.ObjectId, size: number, after?: Types.ObjectId): Promise<PostLike[]> {
    return this.likes
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

  /** How many there are of each day in UTC. */
  countByDay() {
    return this.likes
      .aggregate<{ _id: Date; count: number }>([
        {
          $group: {
            _id: { $dateTrunc: { date: '$createdAt', unit: 'day' } },
            count: { $sum: 1 },
          },
        },
      ])
      .toArray();
  }

  /** Fills a preview up again that ran short. */
  private async refilled(post: Post): Promise<Post | null> {
    let known: Post | null = post;
    for (let tries = 0; tries < REFILL_TRIES && known; tries += 1) {
      if (known.newestLikers.length >= Math.min(PREVIEW_SIZE, known.likesCount)) return known;
      const newest = await this.likes
        .find(
          { postId: known._id },
          {
            sort: { createdAt: -1, _id: -1 },
            limit: LIKERS_KEPT,
            projection: { _id: 0, userId: 1 },
          },
        )
        .toArray();
      const { _id, version }: Post = known;
      const filled = await this.posts.findOneAndUpdate(
        { _id, version },
        { $set: { newestLikers: newest.map(({ userId }) => userId) }, $inc: { version: 1 } },
        { returnDocument: 'after' },
      );
      if (filled) return filled;
      known = await this.posts.findOne({ _id });
    }
    return known;
  }
}
