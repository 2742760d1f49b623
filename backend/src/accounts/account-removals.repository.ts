import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toStringIds, withObjectIds } from '../common/mongo/ids.js';
import { InjectCollection } from '../common/mongo/collections.js';
import { isDuplicateKey } from '../common/mongo/database-away.js';
import { inTransaction } from '../common/mongo/transaction.js';
import {
  type AccountRemoval,
  type StoredAccountRemoval,
  accountRemovalsCollection,
} from './account-removal.schema.js';

/** All database access of account removals. */
@Injectable()
export class AccountRemovalsRepository {
  constructor(
    @InjectCollection(accountRemovalsCollection)
    private readonly removals: Collection<StoredAccountRemoval>,
  ) {}

  /**
   * Inserts a removal; an existing one is left unchanged.
   *
   * @param inSameTransaction what has to stand with the note or not at all
   * @returns whether it was inserted
   */
  async insert(removal: AccountRemoval, inSameTransaction: () => Promise<void>): Promise<boolean> {
    try {
      await inTransaction(async () => {
        await this.removals.insertOne(withObjectIds(removal, '_id'));
        await inSameTransaction();
        return removal;
      });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Claims the removal that has been due longest; it is due again at `until`. */
  claim(now: Date, until: Date): Promise<AccountRemoval | null> {
    return this.removals
      .findOneAndUpdate(
        { dueAt: { $lte: now } },
        { $set: { dueAt: until } },
        { sort: { dueAt: 1 }, returnDocument: 'after' },
      )
      .then(toStringIds);
  }

  async setDue({ _id, pass }: AccountRemoval, dueAt: Date): Promise<void> {
    await this.removals.updateOne({ _id: new Types.ObjectId(_id), pass }, { $set: { dueAt } });
  }

  async markDone({ _id, pass }: AccountRemoval, step: string): Promise<void> {
    await this.removals.updateOne(
      { _id: new Types.ObjectId(_id), pass },
      { $addToSet: { done: step } },
    );
  }

  /** Schedules the last pass after the first. */
  async startLastPass(id: string, dueAt: Date): Promise<void> {
    await this.removals.updateOne(
      { _id: new Types.ObjectId(id), pass: 'first' },
      { $set: { pass: 'last', done: [], dueAt } },
    );
  }

  async remove(id: string): Promise<void> {
    await this.removals.deleteOne({ _id: new Types.ObjectId(id) });
  }
}
