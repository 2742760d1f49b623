import { Injectable } from '@nestjs/common';
import { type Collection, type mongo, Types } from 'mongoose';

import { toStringIds, withObjectIds } from '../../common/mongo/ids.js';
import { keyset } from '../../common/mongo/keyset.js';
import { InjectCollection } from '../../common/mongo/collections.js';
import { positionOf, type Position } from '../../common/http/cursors.js';
import type { PageRows } from '../../common/http/page.js';
import { readVisible } from '../../common/mongo/read-visible.js';
import { rowsOf } from '../../common/mongo/rows-of.js';
import { inTransaction } from '../../common/mongo/transaction.js';
import { upsertEach } from '../../common/mongo/upsert-each.js';
import { type PostLike, type StoredPostLike, postLikesCollection } from './post-like.schema.js';
import {
  STORED_LIKERS,
  type PostDocument,
  type StoredPost,
  PREVIEW_SIZE,
  postsCollection,
  WITHOUT_SEARCH_WORDS,
} from '../post.schema.js';
import { moderatedPostsCollection } from '../moderation/moderated-post.schema.js';

/** A requested change of a like; toggles it where `wanted` is undefined. */
export interface LikeChange {
  userId: string;
  wanted: boolean | undefined;
  at: Date;
}

type StoredChange = Omit<LikeChange, 'userId'> & { userId: Types.ObjectId };

export interface ChangedLike {
  isLiked: boolean;
  hasChanged: boolean;
}

export interface ChangedLikes {
  /** In the order of the requested changes. */
  results: ChangedLike[];
  /** The creation times of the stored likes that are part of the site's totals. */
  added: Date[];
  /** The creation times of the deleted likes that were part of them. */
  removed: Date[];
  /**
   * The post if any like changed: null if it is moderated or deleted, in which case no like was
   * added.
   */
  post?: PostDocument | null;
}

/**
 * All database access of likes: their rows, and the count and preview in the post. Every like writes
 * its post, so transactions on one post run one at a time and see both up to date.
 */
@Injectable()
export class LikesRepository {
  constructor(
    @InjectCollection(postLikesCollection) private readonly likes: Collection<StoredPostLike>,
    @InjectCollection(postsCollection) private readonly posts: Collection<StoredPost>,
    @InjectCollection(moderatedPostsCollection)
    private readonly removedPosts: Collection<StoredPost>,
  ) {}

  /** Changes likes of one post, each by a different fan, with the post's count and preview. */
  change(id: string, changes: readonly LikeChange[]): Promise<ChangedLikes> {
    const postId = new Types.ObjectId(id);
    const stored = changes.map((change) => withObjectIds(change, 'userId'));
    return inTransaction(async () => {
      const added = await this.insertNew(postId, stored);
      const removed = await this.removeUnwanted(postId, stored, added);
      const results = stored.map(({ userId, wanted }) => {
        const [isNew, isGone] = [added, removed].map((likes) => has(likes, userId));
        return { isLiked: wanted ?? !isGone, hasChanged: isNew === true || isGone === true };
      });
      if (added.length + removed.length === 0) return { results, added: [], removed: [] };

      let shown: StoredPost | null = null;
      let areCounted = false;
      if (added.length > 0) {
        const ofAdded = { _id: { $in: toIds(added) } };
        shown = await this.applyLikes(postId, added);
        areCounted = shown !== null && shown.match?.rehearsal === undefined;
        if (!shown) await this.likes.deleteMany(ofAdded);
        else if (!areCounted) await this.likes.updateMany(ofAdded, { $set: { uncounted: true } });
      }
      if (removed.length > 0) {
        shown = await this.revertLikes(this.posts, postId, removed);
        // A moderated post keeps exact counts, because an admin may restore it.
        if (!shown) await this.revertLikes(this.removedPosts, postId, removed);
      }
      return {
        results,
        added: areCounted ? toCreationTimes(added) : [],
        removed: toCreationTimes(removed.filter(({ uncounted }) => !uncounted)),
        post: toStringIds(shown),
      };
    });
  }

  findPost(id: string): Promise<PostDocument | null> {
    return this.posts
      .findOne({ _id: new Types.ObjectId(id) }, { projection: WITHOUT_SEARCH_WORDS })
      .then(toStringIds);
  }

  /** Finds the newest likers of a post and, in the same round trip, whether the reader likes it. */
  async findNewest(
    id: string,
    size: number,
    readerId: string,
  ): Promise<{ likers: string[]; liked: boolean }> {
    const postId = new Types.ObjectId(id);
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
                { $match: { postId, userId: new Types.ObjectId(readerId) } },
                { $project: { _id: 0, userId: 1, isReader: { $literal: true } } },
              ],
            },
          },
        ],
        // The default first batch is 101 documents; more would cost a second round trip.
        { batchSize: 1000 },
      )
      .toArray();
    return {
      likers: rows.flatMap(({ userId, isReader }) => (isReader ? [] : [userId.toString()])),
      liked: rows.at(-1)?.isReader === true,
    };
  }

  /** A page of a post's likes, newest first, without those of some fans. */
  findPage(
    postId: string,
    size: number,
    without: ReadonlySet<string>,
    after: Position | undefined,
  ): Promise<PageRows<PostLike>> {
    const read = (limit: number, last: PostLike | undefined) => {
      const place = last ? positionOf(last) : after;
      const likes = this.likes.find(
        { postId: new Types.ObjectId(postId), ...keyset(place) },
        { sort: { createdAt: -1, _id: -1 }, limit, batchSize: 1000 },
      );
      return rowsOf(likes, toStringIds);
    };
    return readVisible(
      {
        read,
        isVisible: ({ userId }) => !without.has(userId),
        areAllVisible: without.size === 0,
        bytesOf: () => 0,
      },
      { size },
    );
  }

  /** Likes of one fan in order of id, after `after`. */
  findByFan(userId: string, size: number, after?: string): Promise<PostLike[]> {
    return this.likes
      .find(
        {
          userId: new Types.ObjectId(userId),
          ...(after ? { _id: { $gt: new Types.ObjectId(after) } } : {}),
        },
        { sort: { _id: 1 }, limit: size, batchSize: 1000 },
      )
      .toArray()
      .then(toStringIds);
  }

  countByFan(userId: string): Promise<number> {
    return this.likes.countDocuments({ userId: new Types.ObjectId(userId) });
  }

  /** Returns the likes that were new. */
  private async insertNew(
    postId: Types.ObjectId,
    changes: readonly StoredChange[],
  ): Promise<StoredPostLike[]> {
    const likes = changes
      .filter(({ wanted }) => wanted !== false)
      .map(({ userId, at }) => ({ _id: new Types.ObjectId(), postId, userId, createdAt: at }));
    const areNew = await upsertEach(
      this.likes,
      likes.map(({ userId, ...like }) => ({
        filter: { postId, userId },
        update: { $setOnInsert: { _id: like._id, createdAt: like.createdAt } },
      })),
    );
    return likes.filter((_, at) => areNew[at]);
  }

  private async removeUnwanted(
    postId: Types.ObjectId,
    changes: readonly StoredChange[],
    added: readonly StoredPostLike[],
  ): Promise<StoredPostLike[]> {
    const removed: StoredPostLike[] = [];
    for (const { userId, wanted } of changes) {
      if (wanted === true || has(added, userId)) continue;
      const like = await this.likes.findOneAndDelete({ postId, userId });
      if (like) removed.push(like);
    }
    return removed;
  }

  private applyLikes(
    postId: Types.ObjectId,
    likes: readonly StoredPostLike[],
  ): Promise<StoredPost | null> {
    const newest = likes.map(({ userId }) => userId).reverse();
    return this.posts.findOneAndUpdate(
      { _id: postId },
      {
        $inc: { likesCount: likes.length, version: 1 },
        $push: { newestLikers: { $each: newest, $position: 0, $slice: STORED_LIKERS } },
      },
      { returnDocument: 'after', projection: WITHOUT_SEARCH_WORDS },
    );
  }

  private async revertLikes(
    posts: mongo.Collection<StoredPost>,
    postId: Types.ObjectId,
    likes: readonly StoredPostLike[],
  ): Promise<StoredPost | null> {
    const post = await posts.findOneAndUpdate(
      { _id: postId },
      {
        $inc: { likesCount: -likes.length, version: 1 },
        $pullAll: { newestLikers: likes.map(({ userId }) => userId) },
      },
      { returnDocument: 'after', projection: WITHOUT_SEARCH_WORDS },
    );
    if (!post || post.newestLikers.length >= Math.min(PREVIEW_SIZE, post.likesCount)) return post;
    const newest = await this.likes
      .find(
        { postId },
        {
          sort: { createdAt: -1, _id: -1 },
          limit: STORED_LIKERS,
          projection: { _id: 0, userId: 1 },
        },
      )
      .toArray();
    post.newestLikers = newest.map((like) => like.userId);
    const { newestLikers } = post;
    await posts.updateOne({ _id: postId }, { $set: { newestLikers } });
    return post;
  }
}

function has(likes: readonly StoredPostLike[], fan: Types.ObjectId): boolean {
  return likes.some(({ userId }) => userId.equals(fan));
}

function toCreationTimes(likes: readonly StoredPostLike[]): Date[] {
  return likes.map(({ createdAt }) => createdAt);
}

function toIds(likes: readonly StoredPostLike[]): Types.ObjectId[] {
  return likes.map(({ _id }) => _id);
}
