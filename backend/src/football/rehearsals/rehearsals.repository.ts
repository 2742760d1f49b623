import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toStringIds, withObjectIds } from '../../common/mongo/ids.js';
import { InjectCollection } from '../../common/mongo/collections.js';
import { isDuplicateKey } from '../../common/mongo/database-away.js';
import { inTransaction } from '../../common/mongo/transaction.js';
import {
  type RehearsalDocument,
  type StoredRehearsal,
  rehearsalsCollection,
} from './rehearsal.schema.js';

/** At least as many are ever stored: two at a time, each at least five minutes long, for a day. */
const MOST = 1_000;

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

  /** Inserts a rehearsal and runs `record` in one transaction. Returns false if its slot is taken. */
  async insert(row: RehearsalDocument, record: () => Promise<void>): Promise<boolean> {
    try {
      await inTransaction(async () => {
        await this.rehearsals.insertOne(withObjectIds(row, '_id'));
        await record();
        return row;
      });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Returns those that still exist, newest first. */
  findExisting(now: Date): Promise<RehearsalDocument[]> {
    return this.rehearsals
      .find({ removeAt: { $gt: now } })
      .sort({ _id: -1 })
      .limit(MOST)
      .map(toStringIds)
      .toArray();
  }

  /** Deletes a rehearsal and runs `record` in one transaction. Returns false if there is none. */
  async remove(id: string, record: () => Promise<void>): Promise<boolean> {
    const removed = await inTransaction(async () => {
      const { deletedCount } = await this.rehearsals.deleteOne({ _id: new Types.ObjectId(id) });
      if (deletedCount === 0) return null;
      await record();
      return id;
    });
    return removed !== null;
  }

  /** Removes a fan from all rehearsals. */
  async removeFan(fanId: string): Promise<void> {
    await this.rehearsals.updateMany({ fanIds: fanId }, { $pull: { fanIds: fanId } });
  }
}
