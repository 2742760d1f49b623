import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toObjectIds, toStringIds } from '../../common/mongo/ids.js';
import type { Position } from '../../common/http/cursors.js';
import { InjectCollection } from '../../common/mongo/collections.js';
import { isDuplicateKey } from '../../common/mongo/database-away.js';
import { keyset } from '../../common/mongo/keyset.js';
import { type StoredPost, postsCollection } from '../post.schema.js';
import { type SavedPost, type StoredSavedPost, savedPostsCollection } from './saved-post.schema.js';

/** All database access of saved posts. */
@Injectable()
export class SavedPostsRepository {
  constructor(
    @InjectCollection(savedPostsCollection) private readonly saved: Collection<StoredSavedPost>,
    @InjectCollection(postsCollection) private readonly posts: Collection<StoredPost>,
  ) {}

  /** Marks a post as saved by anyone. Returns false if it does not exist. */
  async markSaved(postId: string): Promise<boolean> {
    const _id = new Types.ObjectId(postId);
    // Only the first save of a post writes it.
    const { matchedCount } = await this.posts.updateOne(
      { _id, wasSaved: { $exists: false } },
      { $set: { wasSaved: true }, $inc: { version: 1 } },
    );
    if (matchedCount === 1) return true;
    const marked = await this.posts.findOne({ _id, wasSaved: true }, { projection: { _id: 1 } });
    return marked !== null;
  }

  /** Stores that a fan has saved a post; call `markSaved` first. Returns false if the row exists. */
  async insert(fanId: string, postId: string, createdAt: Date): Promise<boolean> {
    try {
      await this.saved.insertOne({
        _id: new Types.ObjectId(),
        postId: new Types.ObjectId(postId),
        fanId: new Types.ObjectId(fanId),
        createdAt,
      });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async remove(fanId: string, postId: string): Promise<void> {
    await this.saved.deleteOne({
      postId: new Types.ObjectId(postId),
      fanId: new Types.ObjectId(fanId),
    });
  }

  /** Returns whether a fan has saved more than `most` posts. */
  async hasMoreThan(most: number, fanId: string): Promise<boolean> {
    const filter = { fanId: new Types.ObjectId(fanId) };
    return (await this.saved.countDocuments(filter, { limit: most + 1 })) > most;
  }

  /** Some of a fan's saved posts, newest first, after a position. */
  findPage(fanId: string, size: number, after: Position | undefined): Promise<SavedPost[]> {
    return this.saved
      .find(
        { fanId: new Types.ObjectId(fanId), ...keyset(after) },
        { sort: { createdAt: -1, _id: -1 }, limit: size, batchSize: 1000 },
      )
      .toArray()
      .then(toStringIds);
  }

  /** Removes some of a fan's rows and returns their number. */
  async removeSome(fanId: string, size: number): Promise<number> {
    const rows = await this.findPage(fanId, size, undefined);
    await this.saved.deleteMany({ _id: { $in: toObjectIds(rows.map(({ _id }) => _id)) } });
    return rows.length;
  }
}
