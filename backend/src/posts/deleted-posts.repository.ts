import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toStringIds } from '../common/mongo/ids.js';
import { InjectCollection } from '../common/mongo/collections.js';
import { inTransaction } from '../common/mongo/transaction.js';
import { type StoredComment, commentsCollection } from './comments/comment.schema.js';
import { postLikesCollection } from './likes/post-like.schema.js';
import {
  type DeletedPost,
  type StoredDeletedPost,
  deletedPostsCollection,
} from './deleted-post.schema.js';
import { pollVotesCollection } from './polls/poll-vote.schema.js';
import { type PostDocument, type StoredPost, postsCollection } from './post.schema.js';
import { savedPostsCollection } from './saved/saved-post.schema.js';

/** A like, a comment or a vote. */
export type ReactionKind = 'likes' | 'comments' | 'votes';
type Reaction = Pick<StoredComment, '_id' | 'postId' | 'createdAt' | 'uncounted'>;

/** All database access of deleting posts with their likes, comments and votes. */
@Injectable()
export class DeletedPostsRepository {
  constructor(
    @InjectCollection(deletedPostsCollection)
    private readonly deleted: Collection<StoredDeletedPost>,
    @InjectCollection(postsCollection) private readonly posts: Collection<StoredPost>,
    @InjectCollection(postLikesCollection) private readonly likes: Collection<Reaction>,
    @InjectCollection(commentsCollection) private readonly comments: Collection<Reaction>,
    @InjectCollection(savedPostsCollection) private readonly saved: Collection<Reaction>,
    @InjectCollection(pollVotesCollection) private readonly votes: Collection<Reaction>,
  ) {}

  /**
   * Deletes the fan's own post and records, in the same transaction, that its likes, comments,
   * votes and files must follow. Ownership is part of the filter.
   */
  deleteOwn(id: string, authorId: string, removedAt: Date): Promise<PostDocument | null> {
    return inTransaction(async () => {
      const post = await this.posts.findOneAndDelete({
        _id: new Types.ObjectId(id),
        authorId: new Types.ObjectId(authorId),
      });
      if (post) {
        const { _id, image, video } = post;
        const files = { ...(image ? { image } : {}), ...(video ? { video } : {}) };
        await this.deleted.insertOne({ _id, removedAt, ...files });
      }
      return post;
    }).then(toStringIds);
  }

  /**
   * Finds a batch of deleted posts whose likes, comments and votes may still exist, in order of id.
   */
  findPending(size: number, after?: string): Promise<DeletedPost[]> {
    return this.deleted
      .find(after ? { _id: { $gt: new Types.ObjectId(after) } } : {}, {
        sort: { _id: 1 },
        limit: size,
      })
      .toArray()
      .then(toStringIds);
  }

  /**
   * Deletes a batch of a post's likes, comments or votes. Their counts change in the same
   * transaction, since two instances may clean up the same post.
   *
   * @returns how many were deleted, and the creation times of those in the site's totals
   */
  removeReactions(
    postId: string,
    kind: ReactionKind,
    size: number,
  ): Promise<{ removed: number; counted: Date[] }> {
    const rows = this[kind];
    return inTransaction(async () => {
      const some = await rows
        .find(
          { postId: new Types.ObjectId(postId) },
          { projection: { createdAt: 1, uncounted: 1 }, limit: size, batchSize: size },
        )
        .toArray();
      if (some.length > 0) await rows.deleteMany({ _id: { $in: some.map(({ _id }) => _id) } });
      const counted = some.filter(({ uncounted }) => !uncounted);
      return { removed: some.length, counted: counted.map(({ createdAt }) => createdAt) };
    });
  }

  /** Deletes a batch of a post's saves and returns its size. */
  async removeSaves(postId: string, size: number): Promise<number> {
    const rows = await this.saved
      .find(
        { postId: new Types.ObjectId(postId) },
        { projection: { _id: 1 }, limit: size, batchSize: size },
      )
      .toArray();
    await this.saved.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } });
    return rows.length;
  }

  async finish(postId: string): Promise<void> {
    await this.deleted.deleteOne({ _id: new Types.ObjectId(postId) });
  }
}
