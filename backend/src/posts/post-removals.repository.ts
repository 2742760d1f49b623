import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, Model, Types } from 'mongoose';

import type { Activity } from '../counters/counters.service.js';
import { Comment } from './comment.schema.js';
import { PostLike } from './post-like.schema.js';
import { PostRemoval } from './post-removal.schema.js';
import { Post } from './post.schema.js';

/** What a removed post has left behind. */
type Gathered = Pick<PostLike & Comment, '_id' | 'postId' | 'createdAt'>;

/** All database access of removing posts with what hangs on them. */
@Injectable()
export class PostRemovalsRepository {
  private readonly removals;
  private readonly posts;
  private readonly gathered;

  constructor(
    @InjectModel(PostRemoval.name) private readonly model: Model<PostRemoval>,
    @InjectModel(Post.name) posts: Model<Post>,
    @InjectModel(PostLike.name) likes: Model<PostLike>,
    @InjectModel(Comment.name) comments: Model<Comment>,
  ) {
    this.removals = model.db.collection<PostRemoval>(model.collection.name);
    this.posts = posts.db.collection<Post>(posts.collection.name);
    this.gathered = {
      likes: likes.db.collection<Gathered>(likes.collection.name),
      comments: comments.db.collection<Gathered>(comments.collection.name),
    };
  }

  /**
   * Takes the fan's own post away and remembers, in the same transaction, that
   * its likes, comments and files have to follow. Ownership is part of the filter.
   */
  removeOwn(id: string, authorId: string, removedAt: Date): Promise<Post | null> {
    const attempt = async (session: ClientSession) => {
      const post = await this.posts.findOneAndDelete(
        { _id: new Types.ObjectId(id), authorId: new Types.ObjectId(authorId) },
        { session },
      );
      if (post) {
        const { _id, image, video } = post;
        const files = { ...(image ? { image } : {}), ...(video ? { video } : {}) };
        await this.removals.insertOne({ _id, removedAt, ...files }, { session });
      }
      return post;
    };
    return this.inTransaction(attempt);
  }

  /** Some removed posts whose likes and comments may still be there. */
  findOpen(size: number, after?: Types.ObjectId): Promise<PostRemoval[]> {
    return this.removals
      .find(after ? { _id: { $gt: after } } : {}, { sort: { _id: 1 }, limit: size })
      .toArray();
  }

  /**
   * Takes some of a removed post's likes and comments away; tells how many. In
   * a transaction with their count: two instances may clear the same post.
   */
  async removeGathered(
    postId: Types.ObjectId,
    size: number,
    count: (kind: Activity, rows: { createdAt: Date }[], session: ClientSession) => Promise<void>,
  ): Promise<number> {
    let removed = 0;
    for (const kind of ['likes', 'comments'] as const) {
      const rows = this.gathered[kind];
      removed += await this.inTransaction(async (session) => {
        const some = await rows
          .find({ postId }, { projection: { createdAt: 1 }, limit: size, batchSize: size, session })
          .toArray();
        if (some.length === 0) return 0;
        await rows.deleteMany({ _id: { $in: some.map(({ _id }) => _id) } }, { session });
        await count(kind, some, session);
        return some.length;
      });
    }
    return removed;
  }

  async close(postId: Types.ObjectId): Promise<void> {
    await this.removals.deleteOne({ _id: postId });
  }

  private inTransaction<Result>(
    attempt: (session: ClientSession) => Promise<Result>,
  ): Promise<Result> {
    return this.model.db
      .getClient()
      .withSession((session) => session.withTransaction(() => attempt(session)));
  }
}
