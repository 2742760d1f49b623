import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, Model, Types } from 'mongoose';

import { Comment } from './comment.schema.js';
import { PostLike } from './post-like.schema.js';
import { PostRemoval } from './post-removal.schema.js';
import { Post } from './post.schema.js';

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
    this.gathered = [likes, comments].map(({ db, collection }) =>
      db.collection<{ _id: Types.ObjectId; postId: Types.ObjectId }>(collection.name),
    );
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
    return this.model.db
      .getClient()
      .withSession((session) => session.withTransaction(() => attempt(session)));
  }

  /** Some removed posts whose likes and comments may still be there. */
  findOpen(size: number, after?: Types.ObjectId): Promise<PostRemoval[]> {
    return this.removals
      .find(after ? { _id: { $gt: after } } : {}, { sort: { _id: 1 }, limit: size })
      .toArray();
  }

  /** Takes some of a removed post's likes and comments away; tells how many. */
  async removeGathered(postId: Types.ObjectId, size: number): Promise<number> {
    let removed = 0;
    for (const rows of this.gathered) {
      const some = await rows
        .find({ postId }, { projection: { _id: 1 }, limit: size, batchSize: size })
        .toArray();
      if (some.length === 0) continue;
      await rows.deleteMany({ _id: { $in: some.map(({ _id }) => _id) } });
      removed += some.length;
    }
    return removed;
  }

  async close(postId: Types.ObjectId): Promise<void> {
    await this.removals.deleteOne({ _id: postId });
  }
}
