import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Connection, Model, Types } from 'mongoose';

import { JOBS_CONNECTION } from '../common/mongo/jobs-connection.js';
import { inTransaction } from '../common/mongo/transaction.js';
import { PostRemoval } from './post-removal.schema.js';
import { Post } from './post.schema.js';
import { type Removal, RemovedPost } from './removed-post.schema.js';

/** All database access of taking posts out of sight and bringing them back. */
@Injectable()
export class RemovedPostsRepository {
  private readonly removed;
  /** The same, for the sweep. */
  private readonly swept;
  private readonly posts;
  private readonly removals;

  constructor(
    @InjectModel(RemovedPost.name) private readonly model: Model<RemovedPost>,
    @InjectModel(Post.name) posts: Model<Post>,
    @InjectModel(PostRemoval.name) removals: Model<PostRemoval>,
    @Inject(JOBS_CONNECTION) jobs: Connection,
  ) {
    this.swept = jobs.collection<RemovedPost>(model.collection.name);
    this.removed = model.db.collection<RemovedPost>(model.collection.name);
    this.posts = posts.db.collection<Post>(posts.collection.name);
    this.removals = removals.db.collection<PostRemoval>(removals.collection.name);
  }

  /**
   * Puts a post out of sight; null where it is not there.
   *
   * @param alongWith what goes with it, in the same transaction
   */
  take(
    id: string,
    removal: Removal,
    alongWith: (post: Post, transaction: ClientSession) => Promise<void>,
  ): Promise<Post | null> {
    return inTransaction(this.model.db, async (session) => {
      const post = await this.posts.findOneAndDelete({ _id: new Types.ObjectId(id) }, { session });
      if (!post) return null;
      await this.removed.insertOne({ ...post, removal }, { session });
      await alongWith(post, session);
      return post;
    });
  }

  find(id: string): Promise<RemovedPost | null> {
    return this.removed.findOne({ _id: new Types.ObjectId(id) });
  }

  /** Says that a post is on its way back; null where nothing is there that can come back. */
  beginReturn(id: string, takenAfter: Date, returningAt: Date): Promise<RemovedPost | null> {
    return this.removed.findOneAndUpdate(
      {
        _id: new Types.ObjectId(id),
        'removal.at': { $gt: takenAfter },
        'removal.withheld': true,
        'removal.returningAt': { $exists: false },
      },
      { $set: { 'removal.returningAt': returningAt } },
      { returnDocument: 'after' },
    );
  }

  /**
   * Puts a post back as it is; null where another call was faster.
   *
   * @param alongWith what comes with it, in the same transaction
   */
  putBack(
    { _id }: RemovedPost,
    alongWith: (post: Post, transaction: ClientSession) => Promise<void>,
  ): Promise<Post | null> {
    return inTransaction(this.model.db, async (session) => {
      const kept = await this.removed.findOneAndDelete(
        { _id },
        { session, projection: { removal: 0 } },
      );
      if (!kept) return null;
      const post: Post = { ...kept, version: kept.version + 1 };
      await this.posts.insertOne(post, { session });
      await alongWith(post, session);
      return post;
    });
  }

  /** Posts whose files may be in sight: not yet out of it, or left on the way back. */
  findInSight(leftBefore: Date): Promise<RemovedPost[]> {
    return this.swept
      .find({
        $or: [
          { 'removal.withheld': { $exists: false } },
          { 'removal.returningAt': { $lte: leftBefore } },
        ],
      })
      .limit(1_000)
      .toArray();
  }

  /** Once a post's files are out of sight. */
  async setWithheld(_id: Types.ObjectId): Promise<void> {
    await this.removed.updateOne(
      { _id },
      { $set: { 'removal.withheld': true }, $unset: { 'removal.returningAt': 1 } },
    );
  }

  /** Ids of some posts that were taken away before a moment. */
  findTakenBefore(moment: Date, size: number): Promise<string[]> {
    return this.idsOf({ 'removal.at': { $lte: moment } }, size);
  }

  findIdsOf(authorId: string, size: number): Promise<string[]> {
    return this.idsOf({ authorId: new Types.ObjectId(authorId) }, size);
  }

  /** Gives a post up: from now on it goes the way of one that its author deleted. */
  async giveUp(id: string, removedAt: Date): Promise<void> {
    await inTransaction(this.model.db, async (session) => {
      const post = await this.removed.findOneAndDelete(
        { _id: new Types.ObjectId(id) },
        { session },
      );
      if (!post) return null;
      const { _id, image, video } = post;
      const files = { ...(image ? { image } : {}), ...(video ? { video } : {}) };
      await this.removals.insertOne({ _id, removedAt, ...files }, { session });
      return post;
    });
  }

  /** Which of these files a removed post holds. */
  async findFilesInUse(names: readonly string[]): Promise<string[]> {
    const among = { $in: [...names] };
    const posts = await this.removed
      .find<Pick<Post, 'image' | 'video'>>(
        { $or: [{ image: among }, { video: among }] },
        { projection: { image: 1, video: 1 } },
      )
      .toArray();
    return posts.flatMap(({ image, video }) => [image, video].filter((name) => name !== undefined));
  }

  private async idsOf(
    filter: Parameters<typeof this.swept.find>[0],
    size: number,
  ): Promise<string[]> {
    const posts = await this.swept
      .find<Pick<Post, '_id'>>(filter, { projection: { _id: 1 }, limit: size })
      .toArray();
    return posts.map(({ _id }) => _id.toString());
  }
}
