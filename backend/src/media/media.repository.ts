import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Connection, Model, Types } from 'mongoose';

import { isDuplicateKey } from '../common/mongo/database-away.js';
import { JOBS_CONNECTION } from '../common/mongo/jobs-connection.js';
import { inTransaction } from '../common/mongo/transaction.js';
import { MediaFile } from './media-file.schema.js';

/** How much room one fan's files take together. */
interface Usage {
  _id: Types.ObjectId;
  bytes: number;
}

/** All database access of stored files. A file and the room it takes change together or not at all. */
@Injectable()
export class MediaRepository {
  private readonly files;
  private readonly usages;
  /** The same, for the sweep, exports and removals of accounts. */
  private readonly behindCalls;

  constructor(
    @InjectModel(MediaFile.name) private readonly model: Model<MediaFile>,
    @Inject(JOBS_CONNECTION) jobs: Connection,
  ) {
    this.behindCalls = jobs.collection<MediaFile>(model.collection.name);
    this.files = model.db.collection<MediaFile>(model.collection.name);
    this.usages = model.db.collection<Usage>('media_usage');
  }

  /** Stores a file's row where its owner has room for it. */
  async add(file: MediaFile, maxBytes: number): Promise<boolean> {
    await this.ensureUsage(file.ownerId);
    const added = await inTransaction(this.model.db, async (session) => {
      const { matchedCount } = await this.usages.updateOne(
        { _id: file.ownerId, bytes: { $lte: maxBytes - file.bytes } },
        { $inc: { bytes: file.bytes } },
        { session },
      );
      if (matchedCount === 0) return null;
      await this.files.insertOne(file, { session });
      return true;
    });
    return added ?? false;
  }

  async settle(names: readonly string[]): Promise<void> {
    await this.files.updateMany({ _id: { $in: [...names] } }, { $unset: { pending: true } });
  }

  /** Takes rows away and gives their owners the room back. */
  async remove(names: readonly string[]): Promise<void> {
    await inTransaction(this.model.db, async (session) => {
      const files = await this.files.find({ _id: { $in: [...names] } }, { session }).toArray();
      for (const { _id, ownerId, bytes } of files) {
        await this.files.deleteOne({ _id }, { session });
        await this.usages.updateOne({ _id: ownerId }, { $inc: { bytes: -bytes } }, { session });
      }
      return files;
    });
  }

  /** Some of a fan's files, in the order of their names. */
  findOf(ownerId: string, limit: number, after = ''): Promise<MediaFile[]> {
    return this.behindCalls
      .find(
        { ownerId: new Types.ObjectId(ownerId), _id: { $gt: after } },
        { sort: { _id: 1 }, limit },
      )
      .toArray();
  }

  async forgetUsage(ownerId: string): Promise<void> {
    await this.usages.deleteOne({ _id: new Types.ObjectId(ownerId), bytes: 0 });
  }

  /** Files that wait for a record, those waiting longest first. */
  findPending(): AsyncIterable<MediaFile> {
    return this.behindCalls
      .find({ 'pending.since': { $exists: true } })
      .sort({ 'pending.since': 1 })
      .hint({ 'pending.since': 1 });
  }

  /** Which of these names have a row. */
  async findKnown(names: readonly string[]): Promise<Set<string>> {
    const rows = await this.behindCalls
      .find({ _id: { $in: [...names] } }, { projection: { _id: 1 }, batchSize: 1000 })
      .toArray();
    return new Set(rows.map(({ _id }) => _id));
  }

  /** Outside the transaction: two first uploads at once would break each other's. */
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
