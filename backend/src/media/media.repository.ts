import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toStringIds, withObjectIds } from '../common/mongo/ids.js';
import { InjectCollection } from '../common/mongo/collections.js';
import { isDuplicateKey } from '../common/mongo/database-away.js';
import { inTransaction } from '../common/mongo/transaction.js';
import { type MediaFile, type StoredMediaFile, mediaFilesCollection } from './media-file.schema.js';
import { type StoredMediaUsage, mediaUsageCollection } from './media-usage.schema.js';

/**
 * All database access of stored files. A file's row and its owner's usage change in one
 * transaction.
 */
@Injectable()
export class MediaRepository {
  constructor(
    @InjectCollection(mediaFilesCollection) private readonly files: Collection<StoredMediaFile>,
    @InjectCollection(mediaUsageCollection) private readonly usages: Collection<StoredMediaUsage>,
  ) {}

  /** Inserts a file's row if it is within the owner's quota. */
  async add(file: MediaFile, maxBytes: number): Promise<boolean> {
    const row = withObjectIds(file, 'ownerId');
    await this.ensureUsage(row.ownerId);
    const added = await inTransaction(async () => {
      const { matchedCount } = await this.usages.updateOne(
        { _id: row.ownerId, bytes: { $lte: maxBytes - file.bytes } },
        { $inc: { bytes: file.bytes } },
      );
      if (matchedCount === 0) return null;
      await this.files.insertOne(row);
      return true;
    });
    return added ?? false;
  }

  async confirm(names: readonly string[]): Promise<void> {
    await this.files.updateMany({ _id: { $in: [...names] } }, { $unset: { pending: true } });
  }

  /** Marks files as no longer named by a record. */
  async release(
    names: readonly string[],
    pending: NonNullable<MediaFile['pending']>,
  ): Promise<void> {
    await this.files.updateMany({ _id: { $in: [...names] } }, { $set: { pending } });
  }

  /** Deletes rows and subtracts them from their owners' usage. */
  async remove(names: readonly string[]): Promise<void> {
    await inTransaction(async () => {
      const files = await this.files.find({ _id: { $in: [...names] } }).toArray();
      for (const { _id, ownerId, bytes } of files) {
        await this.files.deleteOne({ _id });
        await this.usages.updateOne({ _id: ownerId }, { $inc: { bytes: -bytes } });
      }
      return files;
    });
  }

  /** Some of a fan's files, in the order of their names. */
  findByOwner(ownerId: string, limit: number, after = ''): Promise<MediaFile[]> {
    return this.files
      .find(
        { ownerId: new Types.ObjectId(ownerId), _id: { $gt: after } },
        { sort: { _id: 1 }, limit },
      )
      .toArray()
      .then(toStringIds);
  }

  async removeEmptyUsage(ownerId: string): Promise<void> {
    await this.usages.deleteOne({ _id: new Types.ObjectId(ownerId), bytes: 0 });
  }

  /** Finds files without a confirmed record, oldest first. */
  findPending(): AsyncIterable<MediaFile> {
    return this.files
      .find({ 'pending.since': { $exists: true } })
      .sort({ 'pending.since': 1 })
      .hint({ 'pending.since': 1 })
      .map(toStringIds);
  }

  /** Which of these names have a row. */
  async findKnown(names: readonly string[]): Promise<Set<string>> {
    const rows = await this.files
      .find({ _id: { $in: [...names] } }, { projection: { _id: 1 }, batchSize: 1000 })
      .toArray();
    return new Set(rows.map(({ _id }) => _id));
  }

  /** Outside the transaction: two concurrent first uploads would abort each other. */
  private async ensureUsage(ownerId: Types.ObjectId): Promise<void> {
    try {
      await this.usages.updateOne(
        { _id: ownerId },
        { $setOnInsert: { bytes: 0 } },
        { upsert: true },
      );
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
