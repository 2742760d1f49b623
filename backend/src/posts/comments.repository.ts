import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model, Types } from 'mongoose';

import type { Position } from '../common/http/cursors.js';
import type { PageRows } from '../common/http/page.js';
import { isDuplicateKey } from '../common/mongo/database-away.js';
import { readPage } from '../common/mongo/read-page.js';
import { toCommentPreview } from './comment-preview.js';
import { Comment } from './comment.schema.js';
import { Post, PREVIEW_SIZE } from './post.schema.js';

/** A preview that changes under the hand is tried again this often; the next change finds it short again. */
const REFILL_TRIES = 3;
/** Ids, names and times around the text of a comment, about. */
const FRAME_BYTES = 250;

/** All database access of comments: their rows, and what a post keeps of them. */
@Injectable()
export class CommentsRepository {
  private readonly comments;
  private readonly posts;

  constructor(
    @InjectModel(Comment.name) comments: Model<Comment>,
    @InjectModel(Post.name) posts: Model<Post>,
  ) {
    this.comments = comments.db.collection<Comment>(comments.collection.name);
    this.posts = posts.db.collection<Post>(posts.collection.name);
  }

  /** Stores a comment; false where its id is there already. */
  async insert(comment: Comment): Promise<boolean> {
    try {
      await this.comments.insertOne(comment);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  find(id: string): Promise<Comment | null> {
    return this.comments.findOne({ _id: new Types.ObjectId(id) });
  }

  /** Takes a comment of a post away, of whomever or of one author only, and returns it. */
  remove(id: string, postId: string, authorId?: string): Promise<Comment | null> {
    return this.comments.findOneAndDelete({
      _id: new Types.ObjectId(id),
      postId: new Types.ObjectId(postId),
      ...(authorId === undefined ? {} : { authorId: new Types.ObjectId(authorId) }),
    });
  }

  /** Puts a new comment into its post's count and preview; null where the post is gone. */
  countIn(comment: Comment): Promise<Post | null> {
    const others = {
      $filter: { input: '$firstComments', cond: { $ne: ['$$this._id', comment._id] } },
    };
    // Literal, because a text may begin like the name of a field.
    const all = { $concatArrays: [others, [{ $literal: toCommentPreview(comment) }]] };
    const inOrder = { $sortArray: { input: all, sortBy: { createdAt: 1, _id: 1 } } };
    return this.posts.findOneAndUpdate(
      { _id: comment.postId },
      [
        {
          $set: {
            commentsCount: { $add: ['$commentsCount', 1] },
            firstComments: { $slice: [inOrder, PREVIEW_SIZE] },
            version: { $add: ['$version', 1] },
          },
        },
      ],
      { returnDocument: 'after' },
    );
  }

  /**
   * Takes a comment out of its post's count and preview, and tells whether it
   * should have been in there and was not; null where the post is gone.
   */
  async countOut({
    _id,
    postId,
  }: Pick<Comment, '_id' | 'postId'>): Promise<{ post: Post; wasMissed: boolean } | null> {
    const post = await this.posts.findOneAndUpdate(
      { _id: postId },
      { $inc: { commentsCount: -1, version: 1 }, $pull: { firstComments: { _id } } },
      { returnDocument: 'before' },
    );
    if (!post) return null;
    const wasShown = post.firstComments.some((comment) => comment._id.equals(_id));
    const left = post.firstComments.length - (wasShown ? 1 : 0);
    if (left < Math.min(PREVIEW_SIZE, post.commentsCount - 1)) await this.refill(postId);
    Object.assign(post, { commentsCount: post.commentsCount - 1, version: post.version + 1 });
    return { post, wasMissed: !wasShown && left < PREVIEW_SIZE };
  }

  /** Comments by their ids, in any order. */
  findAll(ids: readonly Types.ObjectId[]): Promise<Comment[]> {
    return this.comments.find({ _id: { $in: [...ids] } }).toArray();
  }

  /** Who wrote the newest comments of a post, each comment's author once. */
  async findNewestAuthors(postId: Types.ObjectId, size: number): Promise<string[]> {
    const newest = await this.comments
      .find<Pick<Comment, 'authorId'>>(
        { postId },
        {
          sort: { createdAt: -1, _id: -1 },
          limit: size,
          projection: { _id: 0, authorId: 1 },
          batchSize: 1000,
        },
      )
      .toArray();
    return newest.map(({ authorId }) => authorId.toString());
  }

  /** The newest comments of a post, in order; fewer where they are long. */
  async findNewest(
    postId: Types.ObjectId,
    size: number,
    without: readonly Types.ObjectId[],
  ): Promise<Comment[]> {
    const newest = this.comments.find(ofPost(postId, without), {
      sort: { createdAt: -1, _id: -1 },
      limit: size,
      batchSize: 1000,
    });
    const { rows } = await readPage(newest, { size }, bytesOf);
    return rows.reverse();
  }

  /** A page of the comments of a post after a place in the list, in order, but those of some fans. */
  findPage(
    postId: Types.ObjectId,
    size: number,
    without: readonly Types.ObjectId[],
    after?: Position,
  ): Promise<PageRows<Comment>> {
    const comments = this.comments.find(
      {
        ...ofPost(postId, without),
        ...(after
          ? {
              createdAt: { $gte: after.at },
              $or: [
                { createdAt: { $gt: after.at } },
                { createdAt: after.at, _id: { $gt: new Types.ObjectId(after.id) } },
              ],
            }
          : {}),
      },
      { sort: { createdAt: 1, _id: 1 }, limit: size + 1, batchSize: 1000 },
    );
    return readPage(comments, { size }, bytesOf);
  }

  /** Comments of one fan, the longest known first, after one of them. */
  findOf(authorId: Types.ObjectId, size: number, after?: Types.ObjectId): Promise<Comment[]> {
    return this.comments
      .find(
        { authorId, ...(after ? { _id: { $gt: after } } : {}) },
        { sort: { _id: 1 }, limit: size, batchSize: 1000 },
      )
      .toArray();
  }

  /** How many comments a fan has written. */
  countOf(authorId: Types.ObjectId): Promise<number> {
    return this.comments.countDocuments({ authorId });
  }

  /** How many there are of each day in UTC. */
  countByDay() {
    return this.comments
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
  private async refill(postId: Types.ObjectId): Promise<void> {
    for (let tries = 0; tries < REFILL_TRIES; tries += 1) {
      const post = await this.posts.findOne<Pick<Post, 'version'>>(
        { _id: postId },
        { projection: { _id: 0, version: 1 } },
      );
      if (!post) return;
      const firstComments = (await this.findPage(postId, PREVIEW_SIZE, [])).rows.map(
        toCommentPreview,
      );
      const { modifiedCount } = await this.posts.updateOne(
        { _id: postId, version: post.version },
        { $set: { firstComments }, $inc: { version: 1 } },
      );
      if (modifiedCount === 1) return;
    }
  }
}

function ofPost(postId: Types.ObjectId, without: readonly Types.ObjectId[]) {
  return { postId, ...(without.length > 0 ? { authorId: { $nin: [...without] } } : {}) };
}

/** What a comment adds to a list, in bytes. */
function bytesOf({ text }: Comment): number {
  return FRAME_BYTES + Buffer.byteLength(text);
}
