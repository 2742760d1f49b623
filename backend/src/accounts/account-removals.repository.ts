import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toStringIds, withObjectIds } from '../common/mongo/ids.js';
import { InjectCollection } from '../common/mongo/collections.js';
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
   * Inserts a removal; an existing one is left unchanged. Returns whether it was inserted. An
   * upsert, because a duplicate-key error would abort the caller's transaction.
   */
  async insert(removal: AccountRemoval): Promise<boolean> {
    const { _id, ...row } = withObjectIds(removal, '_id');
    const update = { $setOnInsert: row };
    const { upsertedCount } = await this.removals.updateOne({ _id }, update, { upsert: true });
    return upsertedCount === 1;
  }

  /** Claims the longest-due removal, with a lease until `until`. */
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
