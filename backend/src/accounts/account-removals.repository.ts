import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, Model, Types } from 'mongoose';

import { isDuplicateKey } from '../common/mongo/database-away.js';
import { inTransaction } from '../common/mongo/transaction.js';
import { AccountRemoval } from './account-removal.schema.js';

/** All database access of removals. */
@Injectable()
export class AccountRemovalsRepository {
  private readonly removals;

  constructor(@InjectModel(AccountRemoval.name) private readonly model: Model<AccountRemoval>) {
    this.removals = model.db.collection<AccountRemoval>(model.collection.name);
  }

  /**
   * Notes a removal; one that is under way already stays as it is.
   *
   * @param alongWith what has to stand with the note or not at all
   * @returns whether the note is new
   */
  async insert(
    removal: AccountRemoval,
    alongWith: (transaction: ClientSession) => Promise<void>,
  ): Promise<boolean> {
    try {
      await inTransaction(this.model.db, async (session) => {
        await this.removals.insertOne(removal, { session });
        await alongWith(session);
        return removal;
      });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Takes a removal that is due, until a moment by which it is done or due again. */
  take(now: Date, until: Date): Promise<AccountRemoval | null> {
    return this.removals.findOneAndUpdate(
      { dueAt: { $lte: now } },
      { $set: { dueAt: until } },
      { sort: { dueAt: 1 }, returnDocument: 'after' },
    );
  }

  async setDue({ _id, pass }: AccountRemoval, dueAt: Date): Promise<void> {
    await this.removals.updateOne({ _id, pass }, { $set: { dueAt } });
  }

  async markDone({ _id, pass }: AccountRemoval, step: string): Promise<void> {
    await this.removals.updateOne({ _id, pass }, { $addToSet: { done: step } });
  }

  /** The first pass is over; the last one comes later. */
  async beginLastPass(id: Types.ObjectId, dueAt: Date): Promise<void> {
    await this.removals.updateOne(
      { _id: id, pass: 'first' },
      { $set: { pass: 'last', done: [], dueAt } },
    );
  }

  async remove(id: Types.ObjectId): Promise<void> {
    await this.removals.deleteOne({ _id: id });
  }
}
