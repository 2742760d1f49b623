import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toStringIds, withObjectIds } from '../../common/mongo/ids.js';
import { InjectCollection } from '../../common/mongo/collections.js';
import {
  type RehearsalDocument,
  type StoredRehearsal,
  rehearsalsCollection,
} from './rehearsal.schema.js';

/**
 * Bound above the number that can be stored: two at a time, each at least five minutes long, for a
 * day.
 */
const MAX_ROWS = 1_000;

/** All database access of rehearsals. */
@Injectable()
export class RehearsalsRepository {
  constructor(
    @InjectCollection(rehearsalsCollection)
    private readonly rehearsals: Collection<StoredRehearsal>,
  ) {}

  /** Frees the slots of rehearsals that are over. */
  async freeSlots(now: Date): Promise<void> {
    await this.rehearsals.updateMany(
      { slot: { $exists: true }, endsAt: { $lte: now } },
      { $unset: { slot: '' } },
    );
  }

  /**
   * Inserts a rehearsal. Returns false if its slot is taken. An upsert, because a duplicate-key
   * error would abort the caller's transaction.
   */
  async insert(row: RehearsalDocument, slot: number): Promise<boolean> {
    const { upsertedCount } = await this.rehearsals.updateOne(
      { slot },
      { $setOnInsert: withObjectIds(row, '_id') },
      { upsert: true },
    );
    return upsertedCount === 1;
  }

  /** Finds existing rehearsals, newest first. */
  findExisting(now: Date): Promise<RehearsalDocument[]> {
    return this.rehearsals
      .find({ removeAt: { $gt: now } })
      .sort({ _id: -1 })
      .limit(MAX_ROWS)
      .toArray()
      .then(toStringIds);
  }

  /** Deletes a rehearsal. Returns false if there is none. */
  async remove(id: string): Promise<boolean> {
    const { deletedCount } = await this.rehearsals.deleteOne({ _id: new Types.ObjectId(id) });
    return deletedCount === 1;
  }

  /** Removes a fan from all rehearsals. */
  async removeFan(fanId: string): Promise<void> {
    await this.rehearsals.updateMany({ fanIds: fanId }, { $pull: { fanIds: fanId } });
  }
}
