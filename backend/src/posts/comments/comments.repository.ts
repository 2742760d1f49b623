import { Injectable } from '@nestjs/common';
import { type Collection, type mongo, Types } from 'mongoose';

import { toObjectIds, toStringIds, withObjectIds } from '../../common/mongo/ids.js';
import { keyset } from '../../common/mongo/keyset.js';
import { InjectCollection } from '../../common/mongo/collections.js';
import { positionOf, type Position } from '../../common/http/cursors.js';
import type { PageRows } from '../../common/http/page.js';
import { readVisible } from '../../common/mongo/read-visible.js';
import { rowsOf } from '../../common/mongo/rows-of.js';
import { inTransaction } from '../../common/mongo/transaction.js';
import { upsertEach } from '../../common/mongo/upsert-each.js';
import { type CommentPreview, toCommentPreview } from './comment-preview.js';
import { type CommentDocument, type StoredComment, commentsCollection } from './comment.schema.js';
import { type StoredPostLike, postLikesCollection } from '../likes/post-like.schema.js';
import {
  type PostDocument,
  type StoredPost,
  PREVIEW_SIZE,
  postsCollection,
  WITHOUT_SEARCH_WORDS,
} from '../post.schema.js';
import { moderatedPostsCollection } from '../moderation/moderated-post.schema.js';

/** Which comments one reader sees. */
export interface CommentVisibility {
  isVisible: (comment: CommentDocument) => boolean;
  areAllVisible: boolean;
}

/** Maximum number of comments counted in one query; beyond it the stored count stays too high. */
const MAX_COUNTED = 10_000;
const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;

/** A marker row among comments: the reader likes their post. */
interface ReaderLike {
  isReaderLike: true;
}

/** Approximate JSON size of a comment without its text. */
const COMMENT_OVERHEAD_BYTES = 250;

/**
 * All database access of comments: their rows, and the count and preview in the post. Every comment
 * writes its post, so transactions on one post run one at a time and see both up to date.
 */
@Injectable()
export class CommentsRepository {
  constructor(
    @InjectCollection(commentsCollection) private readonly comments: Collection<StoredComment>,
    @InjectCollection(postLikesCollection) private readonly likes: Collection<StoredPostLike>,
    @InjectCollection(postsCollection) private readonly posts: Collection<StoredPost>,
    @InjectCollection(moderatedPostsCollection)
    private readonly removedPosts: Collection<StoredPost>,
  ) {}

  /**
   * Inserts comments on one post and updates its count and preview.
   *
   * @returns which comments are new, in their order, and the post if any is: null if it is deleted
   */
  async add(
    postId: string,
    comments: readonly CommentDocument[],
  ): Promise<{ areNew: boolean[]; post?: PostDocument | null }> {
    const rows = comments.map((comment) => withObjectIds(comment, '_id', 'postId', 'authorId'));
    let areNew: boolean[] = [];
    const stored = await inTransaction(async () => {
      areNew = await this.insertNew(rows);
      const added = rows.filter((_, at) => areNew[at]);
      if (added.length === 0) return null;
      const post = await this.applyComments(new Types.ObjectId(postId), added);
      const ofAdded = { _id: { $in: added.map(({ _id }) => _id) } };
      if (!post) await this.comments.deleteMany(ofAdded);
      else if (post.match?.rehearsal !== undefined) {
        await this.comments.updateMany(ofAdded, { $set: { uncounted: true } });
      }
      return { post };
    });
    return { areNew, ...(toStringIds(stored) ?? {}) };
  }

  find(id: string): Promise<CommentDocument | null> {
    return this.comments.findOne({ _id: new Types.ObjectId(id) }).then(toStringIds);
  }

  /**
   * Removes a comment, of `authorId` only if given, and updates its post's count and preview.
   *
   * @returns null if no comment matched; `post` is null if it is moderated or deleted
   */
  remove({
    id,
    postId,
    authorId,
  }: {
    id: string;
    postId: string;
    authorId?: string;
  }): Promise<
    ({ post: PostDocument | null } & Pick<CommentDocument, 'createdAt' | 'uncounted'>) | null
  > {
    return inTransaction(async () => {
      const comment = await this.comments.findOneAndDelete({
        _id: new Types.ObjectId(id),
        postId: new Types.ObjectId(postId),
        ...(authorId === undefined ? {} : { authorId: new Types.ObjectId(authorId) }),
      });
      if (!comment) return null;
      const post = await this.revertComment(this.posts, comment);
      // A moderated post keeps exact counts, because an admin may restore it.
      if (!post) await this.revertComment(this.removedPosts, comment);
      const { createdAt, uncounted } = comment;
      return { post, createdAt, ...(uncounted ? { uncounted } : {}) };
    }).then(toStringIds);
  }

  /** Loads the full text of truncated comments. */
  async findFull(comments: readonly CommentPreview[]): Promise<CommentPreview[]> {
    const cut = comments.filter(({ truncated }) => truncated).map(({ _id }) => _id);
    if (cut.length === 0) return [...comments];
    const full = await this.comments
      .find({ _id: { $in: toObjectIds(cut) } }, { batchSize: 1000 })
      .toArray()
      .then(toStringIds);
    const fullById = new Map(full.map((comment) => [comment._id, comment]));
    // A comment deleted in the meantime is omitted.
    return comments.flatMap((comment) =>
      comment.truncated ? (fullById.get(comment._id) ?? []) : comment,
    );
  }

  /** Author ids of a post's newest comments, one per comment. */
  async findNewestAuthors(postId: string, size: number): Promise<string[]> {
    const newest = await this.comments
      .find<Pick<StoredComment, 'authorId'>>(
        { postId: new Types.ObjectId(postId) },
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
   * Finds the newest comments of a post, oldest first, fewer where they are long; and, in the same
   * round trip, whether the reader likes the post.
   */
  async findNewest(
    id: string,
    size: number,
    visibility: CommentVisibility,
    readerId: string,
  ): Promise<{ comments: CommentDocument[]; liked: boolean }> {
    const postId = new Types.ObjectId(id);
    const result = { liked: false };
    const likesThenComments = (limit: number) =>
      this.likes.aggregate<StoredComment | ReaderLike>(
        [
          { $match: { postId, userId: new Types.ObjectId(readerId) } },
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
    async function* newest(limit: number): AsyncGenerator<CommentDocument> {
      for await (const row of rowsOf(likesThenComments(limit), toStringIds)) {
        if ('isReaderLike' in row) result.liked = true;
        else yield row;
      }
    }
    const read = (limit: number, last: CommentDocument | undefined) =>
      last
        ? rowsOf(
            this.comments.find(
              { postId, ...keyset(positionOf(last)) },
              { sort: NEWEST_FIRST, limit, batchSize: 1000 },
            ),
            toStringIds,
          )
        : newest(limit);
    const { rows } = await readVisible({ read, ...visibility, bytesOf: sizeOf }, { size });
    return { ...result, comments: rows.reverse() };
  }

  /** A page of a post's comments, oldest first. */
  findPage(
    postId: string,
    size: number,
    visibility: CommentVisibility,
    after?: Position,
  ): Promise<PageRows<CommentDocument>> {
    const read = (limit: number, last: CommentDocument | undefined) => {
      const place = last ? positionOf(last) : after;
      const comments = this.comments.find(
        { postId: new Types.ObjectId(postId), ...keyset(place, { isAscending: true }) },
        { sort: { createdAt: 1, _id: 1 }, limit, batchSize: 1000 },
      );
      return rowsOf(comments, toStringIds);
    };
    return readVisible({ read, ...visibility, bytesOf: sizeOf }, { size });
  }

  /**
   * Counts the comments of others on some posts whose moment is after a time, by the post's id. None
   * has a moment later than its own time.
   *
   * @param posts at least one
   */
  async countAfter(
    posts: readonly { postId: string; after: Date }[],
    readerId: string,
  ): Promise<ReadonlyMap<string, number>> {
    const rows = await this.comments
      .aggregate<{ _id: Types.ObjectId; count: number }>(
        [
          {
            $match: {
              $or: posts.map(({ postId, after }) => ({
                postId: new Types.ObjectId(postId),
                createdAt: { $gt: after },
                matchAt: { $not: { $lte: after } },
                authorId: { $ne: new Types.ObjectId(readerId) },
              })),
            },
          },
          { $limit: MAX_COUNTED },
          { $group: { _id: '$postId', count: { $sum: 1 } } },
        ],
        { batchSize: 1000 },
      )
      .toArray();
    return new Map(rows.map(({ _id, count }) => [_id.toString(), count]));
  }

  /** Comments of one fan in order of id, after `after`. */
  findByAuthor(authorId: string, size: number, after?: string): Promise<CommentDocument[]> {
    return this.comments
      .find(
        {
          authorId: new Types.ObjectId(authorId),
          ...(after ? { _id: { $gt: new Types.ObjectId(after) } } : {}),
        },
        { sort: { _id: 1 }, limit: size, batchSize: 1000 },
      )
      .toArray()
      .then(toStringIds);
  }

  async existsByAuthor(authorId: string): Promise<boolean> {
    const found = await this.comments.findOne(
      { authorId: new Types.ObjectId(authorId) },
      { projection: { _id: 0, authorId: 1 } },
    );
    return found !== null;
  }

  countByAuthor(authorId: string): Promise<number> {
    return this.comments.countDocuments({ authorId: new Types.ObjectId(authorId) });
  }

  /** Returns which comments were new. Upserts, because a duplicate-key error would abort the transaction. */
  private insertNew(comments: readonly StoredComment[]): Promise<boolean[]> {
    return upsertEach(
      this.comments,
      comments.map(({ _id, ...comment }) => ({
        filter: { _id },
        update: { $setOnInsert: comment },
      })),
    );
  }

  private applyComments(
    postId: Types.ObjectId,
    comments: readonly StoredComment[],
  ): Promise<StoredPost | null> {
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
      { returnDocument: 'after', projection: WITHOUT_SEARCH_WORDS },
    );
  }

  private async revertComment(
    posts: mongo.Collection<StoredPost>,
    { _id, postId }: StoredComment,
  ): Promise<StoredPost | null> {
    const post = await posts.findOneAndUpdate(
      { _id: postId },
      { $inc: { commentsCount: -1, version: 1 }, $pull: { firstComments: { _id } } },
      { returnDocument: 'after', projection: WITHOUT_SEARCH_WORDS },
    );
    if (!post || post.firstComments.length >= Math.min(PREVIEW_SIZE, post.commentsCount)) {
      return post;
    }
    const first = await this.comments
      .find(
        { postId },
        { sort: { createdAt: 1, _id: 1 }, limit: PREVIEW_SIZE, batchSize: PREVIEW_SIZE },
      )
      .toArray();
    post.firstComments = first.map(toCommentPreview);
    const { firstComments } = post;
    await posts.updateOne({ _id: postId }, { $set: { firstComments } });
    return post;
  }
}

/** Approximate bytes of a comment in a list. */
function sizeOf({ text }: CommentDocument): number {
  return COMMENT_OVERHEAD_BYTES + Buffer.byteLength(text);
}
