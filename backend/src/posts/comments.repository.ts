import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Connection, Model, type mongo, Types } from 'mongoose';

import { olderThan } from '../common/mongo/older-than.js';
import { placeOf, type Position } from '../common/http/cursors.js';
import type { PageRows } from '../common/http/page.js';
import { JOBS_CONNECTION } from '../common/mongo/jobs-connection.js';
import { readVisible } from '../common/mongo/read-visible.js';
import { inTransaction } from '../common/mongo/transaction.js';
import { toCommentPreview } from './comment-preview.js';
import { Comment } from './comment.schema.js';
import { PostLike } from './post-like.schema.js';
import { Post, PREVIEW_SIZE } from './post.schema.js';
import { RemovedPost } from './removed-post.schema.js';

const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;

/** Says, among comments, that the reader likes their post. */
interface ReaderLike {
  isReaderLike: true;
}

/** Ids, names and times around the text of a comment, about. */
const FRAME_BYTES = 250;

/**
 * All database access of comments: their rows, and what a post keeps of them.
 * Both change together: every comment on a post changes that post, so one
 * transaction at a time has the rows and what is kept of them as they are.
 */
@Injectable()
export class CommentsRepository {
  private readonly comments;
  private readonly likes;
  private readonly posts;
  private readonly removedPosts;
  /** The same, for exports and removals of accounts. */
  private readonly ofFans;

  constructor(
    @InjectModel(Comment.name) private readonly model: Model<Comment>,
    @InjectModel(PostLike.name) likes: Model<PostLike>,
    @InjectModel(Post.name) posts: Model<Post>,
    @InjectModel(RemovedPost.name) removedPosts: Model<RemovedPost>,
    @Inject(JOBS_CONNECTION) jobs: Connection,
  ) {
    this.ofFans = jobs.collection<Comment>(model.collection.name);
    this.comments = model.db.collection<Comment>(model.collection.name);
    this.likes = likes.db.collection<PostLike>(likes.collection.name);
    this.posts = posts.db.collection<Post>(posts.collection.name);
    this.removedPosts = removedPosts.db.collection<Post>(removedPosts.collection.name);
  }

  /**
   * Stores comments on one post with its count and preview.
   *
   * @param alongWith what stands with them or not at all: when those were written that are new
   * @returns which of them are new, by their order, and the post then where there are any: null where it is gone
   */
  async add(
    postId: Types.ObjectId,
    comments: readonly Comment[],
    alongWith: (madeAt: readonly Date[], transaction: ClientSession) => Promise<void>,
  ): Promise<{ areNew: boolean[]; post?: Post | null }> {
    let areNew: boolean[] = [];
    const stored = await inTransaction(this.model.db, async (session) => {
      areNew = await this.insertNew(comments, session);
      const added = comments.filter((_, at) => areNew[at]);
      if (added.length === 0) return null;
      const post = await this.countIn(postId, added, session);
      if (post) {
        await alongWith(
          added.map(({ createdAt }) => createdAt),
          session,
        );
      } else {
        const ids = added.map(({ _id }) => _id);
        await this.comments.deleteMany({ _id: { $in: ids } }, { session });
      }
      return { post };
    });
    return { areNew, ...(stored ?? {}) };
  }

  find(id: string): Promise<Comment | null> {
    return this.comments.findOne({ _id: new Types.ObjectId(id) });
  }

  /**
   * Takes a comment of a post away, of whomever or of one author only, with its post's count and preview.
   *
   * @returns the post then, null where it is out of sight or gone; nothing where there was no such comment
   */
  remove(
    { id, postId, authorId }: { id: string; postId: string; authorId?: string },
    alongWith: (comment: Comment, transaction: ClientSession) => Promise<void>,
  ): Promise<{ post: Post | null } | null> {
    return inTransaction(this.model.db, async (session) => {
      const comment = await this.comments.findOneAndDelete(
        {
          _id: new Types.ObjectId(id),
          postId: new Types.ObjectId(postId),
          ...(authorId === undefined ? {} : { authorId: new Types.ObjectId(authorId) }),
        },
        { session },
      );
      if (!comment) return null;
      await alongWith(comment, session);
      const post = await this.countOut(this.posts, comment, session);
      // One that an admin took away keeps its counts until it comes back.
      if (!post) await this.countOut(this.removedPosts, comment, session);
      return { post };
    });
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

  /**
   * The newest comments of a post, in order, fewer where they are long; and, in the same round trip, whether
   * a reader likes the post.
   */
  async findNewest(
    postId: Types.ObjectId,
    size: number,
    without: ReadonlySet<string>,
    reader: Types.ObjectId,
  ): Promise<{ comments: Comment[]; liked: boolean }> {
    const result = { liked: false };
    const likesThenComments = (limit: number) =>
      this.likes.aggregate<Comment | ReaderLike>(
        [
          { $match: { postId, userId: reader } },
          { $project: { _id: 0, isReaderLike: { $literal: true } } },
          {
            $unionWith: {
              coll: this.comments.collectionName,
              pipeline: [{ $match: { postId } }, { $sort: NEWEST_FIRST }, { $limit: limit }],
            },
          },
        ],
        { batchSize: 1000 },
      );
    async function* newest(limit: number): AsyncGenerator<Comment> {
      for await (const row of likesThenComments(limit)) {
        if ('isReaderLike' in row) result.liked = true;
        else yield row;
      }
    }
    const read = (limit: number, last: Comment | undefined) =>
      last
        ? this.comments.find(
            { postId, ...olderThan(placeOf(last)) },
            { sort: NEWEST_FIRST, limit, batchSize: 1000 },
          )
        : newest(limit);
    const { rows } = await readVisible({ read, ...butOf(without) }, { size });
    return { ...result, comments: rows.reverse() };
  }

  /** A page of the comments of a post after a place in the list, in order, but those of some fans. */
  findPage(
    postId: Types.ObjectId,
    size: number,
    without: ReadonlySet<string>,
    after?: Position,
  ): Promise<PageRows<Comment>> {
    const read = (limit: number, last: Comment | undefined) => {
      const place = last ? placeOf(last) : after;
      return this.comments.find(
        { postId, ...(place ? newerThan(place) : {}) },
        { sort: { createdAt: 1, _id: 1 }, limit, batchSize: 1000 },
      );
    };
    return readVisible({ read, ...butOf(without) }, { size });
  }

  /** Comments of one fan, the longest known first, after one of them. */
  findOf(authorId: Types.ObjectId, size: number, after?: Types.ObjectId): Promise<Comment[]> {
    return this.ofFans
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

  /** Which of these are new, by their order; an upsert tells, where an insert would end the transaction. */
  private async insertNew(
    comments: readonly Comment[],
    session: ClientSession,
  ): Promise<boolean[]> {
    const { upsertedIds } = await this.comments.bulkWrite(
      comments.map(({ _id, ...comment }) => ({
        updateOne: { filter: { _id }, update: { $setOnInsert: comment }, upsert: true },
      })),
      { session },
    );
    return comments.map((_, at) => at in upsertedIds);
  }

  private countIn(
    postId: Types.ObjectId,
    comments: readonly Comment[],
    session: ClientSession,
  ): Promise<Post | null> {
    return this.posts.findOneAndUpdate(
      { _id: postId },
      {
        $inc: { commentsCount: comments.length, version: 1 },
        $push: {
          firstComments: {
            $each: comments.map(toCommentPreview),
            $sort: { createdAt: 1, _id: 1 },
            $slice: PREVIEW_SIZE,
          },
        },
      },
      { returnDocument: 'after', session },
    );
  }

  private async countOut(
    posts: mongo.Collection<Post>,
    { _id, postId }: Comment,
    session: ClientSession,
  ): Promise<Post | null> {
    const post = await posts.findOneAndUpdate(
      { _id: postId },
      { $inc: { commentsCount: -1, version: 1 }, $pull: { firstComments: { _id } } },
      { returnDocument: 'after', session },
    );
    if (!post || post.firstComments.length >= Math.min(PREVIEW_SIZE, post.commentsCount)) {
      return post;
    }
    const first = await this.comments
      .find(
        { postId },
        { sort: { createdAt: 1, _id: 1 }, limit: PREVIEW_SIZE, batchSize: PREVIEW_SIZE, session },
      )
      .toArray();
    post.firstComments = first.map(toCommentPreview);
    const { firstComments } = post;
    await posts.updateOne({ _id: postId }, { $set: { firstComments } }, { session });
    return post;
  }
}

function newerThan({ at, id }: Position) {
  return {
    createdAt: { $gte: at },
    $or: [{ createdAt: { $gt: at } }, { createdAt: at, _id: { $gt: new Types.ObjectId(id) } }],
  };
}

/** Which comments a list shows: those of everyone but some fans. */
function butOf(without: ReadonlySet<string>) {
  return {
    isVisible: ({ authorId }: Comment) => !without.has(authorId.toString()),
    areAllVisible: without.size === 0,
    bytesOf,
  };
}

/** What a comment adds to a list, in bytes. */
function bytesOf({ text }: Comment): number {
  return FRAME_BYTES + Buffer.byteLength(text);
}
