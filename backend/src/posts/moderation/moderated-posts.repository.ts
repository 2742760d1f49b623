import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toStringIds } from '../../common/mongo/ids.js';
import { InjectCollection } from '../../common/mongo/collections.js';
import { inTransaction } from '../../common/mongo/transaction.js';
import { type StoredDeletedPost, deletedPostsCollection } from '../deleted-post.schema.js';
import { type PostDocument, type StoredPost, postsCollection } from '../post.schema.js';
import {
  type Removal,
  type ModeratedPost,
  type StoredModeratedPost,
  moderatedPostsCollection,
} from './moderated-post.schema.js';

/** All database access of removing posts by admins and restoring them. */
@Injectable()
export class ModeratedPostsRepository {
  constructor(
    @InjectCollection(moderatedPostsCollection)
    private readonly moderated: Collection<StoredModeratedPost>,
    @InjectCollection(postsCollection) private readonly posts: Collection<StoredPost>,
    @InjectCollection(deletedPostsCollection)
    private readonly deleted: Collection<StoredDeletedPost>,
  ) {}

  /** Moves a post to the moderated ones; null if it does not exist. */
  remove(id: string, removal: Removal): Promise<PostDocument | null> {
    return inTransaction(async () => {
      const post = await this.posts.findOneAndDelete({ _id: new Types.ObjectId(id) });
      if (!post) return null;
      await this.moderated.insertOne({ ...post, removal });
      return post;
    }).then(toStringIds);
  }

  find(id: string): Promise<ModeratedPost | null> {
    return this.moderated.findOne({ _id: new Types.ObjectId(id) }).then(toStringIds);
  }

  /** Marks the start of a restore; null if there is no post to restore. */
  beginRestore(id: string, removedAfter: Date, returningAt: Date): Promise<ModeratedPost | null> {
    return this.moderated
      .findOneAndUpdate(
        {
          _id: new Types.ObjectId(id),
          'removal.at': { $gt: removedAfter },
          'removal.hidden': true,
          'removal.returningAt': { $exists: false },
        },
        { $set: { 'removal.returningAt': returningAt } },
        { returnDocument: 'after' },
      )
      .then(toStringIds);
  }

  /** Moves a post back; null if this restore is no longer in progress. */
  restore(
    { _id: id, removal: { returningAt } }: ModeratedPost,
    restoredAt: Date,
  ): Promise<PostDocument | null> {
    return inTransaction(async () => {
      const found = await this.moderated.findOneAndDelete(
        { _id: new Types.ObjectId(id), ...inState(returningAt) },
        { projection: { removal: 0 } },
      );
      if (!found) return null;
      const post: StoredPost = { ...found, version: found.version + 1, restoredAt };
      await this.posts.insertOne(post);
      return post;
    }).then(toStringIds);
  }

  /** Posts whose files may be public: not hidden yet, or left by an interrupted restore. */
  findWithPublicFiles(restoreStartedBefore: Date): AsyncIterable<ModeratedPost> {
    return this.moderated
      .find({
        $or: [
          { 'removal.hidden': { $exists: false } },
          { 'removal.returningAt': { $lte: restoreStartedBefore } },
        ],
      })
      .map(toStringIds);
  }

  /** Records that a post's files are hidden. Returns false if the post has changed since it was read. */
  async markHidden({ _id, removal }: Pick<ModeratedPost, '_id' | 'removal'>): Promise<boolean> {
    const { at, returningAt } = removal;
    const { matchedCount } = await this.moderated.updateOne(
      { _id: new Types.ObjectId(_id), 'removal.at': at, ...inState(returningAt) },
      { $set: { 'removal.hidden': true }, $unset: { 'removal.returningAt': 1 } },
    );
    return matchedCount === 1;
  }

  /** Whether a post is being restored, or was. */
  async isReturning(id: string): Promise<boolean> {
    const _id = new Types.ObjectId(id);
    const projection = { _id: 1 } as const;
    const returning = { _id, 'removal.returningAt': { $exists: true } };
    // In this order: a restore moves the post from the one to the other.
    const found =
      (await this.moderated.findOne(returning, { projection })) ??
      (await this.posts.findOne({ _id }, { projection }));
    return found !== null;
  }

  /** Ids of the posts removed up to `moment`. */
  async *findRemovedBefore(moment: Date): AsyncIterable<string> {
    const posts = this.moderated.find<Pick<StoredPost, '_id'>>(
      { 'removal.at': { $lte: moment } },
      { projection: { _id: 1 } },
    );
    for await (const { _id } of posts) yield _id.toString();
  }

  async findIdsByAuthor(authorId: string, size: number): Promise<string[]> {
    const posts = await this.moderated
      .find<Pick<StoredPost, '_id'>>(
        { authorId: new Types.ObjectId(authorId) },
        { projection: { _id: 1 }, limit: size },
      )
      .toArray();
    return posts.map(({ _id }) => _id.toString());
  }

  /** Converts a moderated post to a deleted one, for `PostCleanupJob`. */
  async expire(id: string, removedAt: Date): Promise<void> {
    await inTransaction(async () => {
      const post = await this.moderated.findOneAndDelete({ _id: new Types.ObjectId(id) });
      if (!post) return null;
      const { _id, image, video } = post;
      const files = { ...(image ? { image } : {}), ...(video ? { video } : {}) };
      await this.deleted.insertOne({ _id, removedAt, ...files });
      return post;
    });
  }

  /** Names of those files that a moderated post uses. */
  async findFilesInUse(names: readonly string[]): Promise<string[]> {
    const among = { $in: [...names] };
    const posts = await this.moderated
      .find<Pick<StoredPost, 'image' | 'video'>>(
        { $or: [{ image: among }, { video: among }] },
        { projection: { image: 1, video: 1 } },
      )
      .toArray();
    return posts.flatMap(({ image, video }) => [image, video].filter((name) => name !== undefined));
  }
}

/** Whether the same restore is in progress, or none. */
function inState(returningAt: Date | undefined) {
  return { 'removal.returningAt': returningAt ?? { $exists: false } };
}
