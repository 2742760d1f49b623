import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Connection, Model, Types } from 'mongoose';

import { JOBS_CONNECTION } from '../common/mongo/jobs-connection.js';
import { inTransaction } from '../common/mongo/transaction.js';
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
  /** The same, for the sweep. */
  private readonly swept;
  private readonly posts;
  private readonly gathered;

  constructor(
    @InjectModel(PostRemoval.name) private readonly model: Model<PostRemoval>,
    @InjectModel(Post.name) posts: Model<Post>,
    @InjectModel(PostLike.name) likes: Model<PostLike>,
    @InjectModel(Comment.name) comments: Model<Comment>,
    @Inject(JOBS_CONNECTION) jobs: Connection,
  ) {
    this.swept = jobs.collection<PostRemoval>(model.collection.name);
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
   *
   * @param alongWith what goes with it or not at all
   */
  removeOwn(
    id: string,
    authorId: string,
    removedAt: Date,
    alongWith: (post: Post, transaction: ClientSession) => Promise<void>,
  ): Promise<Post | null> {
    return inTransaction(this.model.db, async (session) => {
      const post = await this.posts.findOneAndDelete(
        { _id: new Types.ObjectId(id), authorId: new Types.ObjectId(authorId) },
        { session },
      );
      if (post) {
        const { _id, image, video } = post;
        const files = { ...(image ? { image } : {}), ...(video ? { video } : {}) };
        await this.removals.insertOne({ _id, removedAt, ...files }, { session });
        await alongWith(post, session);
      }
      return post;
    });
  }

  /** Some removed posts whose likes and comments may still be there. */
  findOpen(size: number, after?: Types.ObjectId): Promise<PostRemoval[]> {
    return this.swept
      .find(after ? { _id: { $gt: after } } : {}, { sort: { _id: 1 }, limit: size })
      .toArray();
  }

  /**
   * Takes some of a removed post's likes or comments away; tells how many.
   *
   * @param alongWith what goes with them or not at all, by when they were made: two instances may clear the same post
   */
  async removeGathered(
    postId: Types.ObjectId,
    kind: 'likes' | 'comments',
    size: number,
    alongWith: (madeAt: readonly Date[], transaction: ClientSession) => Promise<void>,
  ): Promise<number> {
    const rows = this.gathered[kind];
    const removed = await inTransaction(this.model.db, async (session) => {
      const some = await rows
        .find({ postId }, { projection: { createdAt: 1 }, limit: size, batchSize: size, session })
        .toArray();
      if (some.length === 0) return null;
      await rows.deleteMany({ _id: { $in: some.map(({ _id }) => _id) } }, { session });
      await alongWith(
        some.map(({ createdAt }) => createdAt),
        session,
      );
      return some.length;
    });
    return removed ?? 0;
  }

  async close(postId: Types.ObjectId): Promise<void> {
    await this.removals.deleteOne({ _id: postId });
  }
}
