import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model } from 'mongoose';

import { isDuplicateKey } from '../mongo/database-away.js';
import { IdempotencyKey, type KeptAnswer } from './idempotency-key.schema.js';

/** Rows looked at in one go. */
const BATCH = 1_000;

/** All database access of idempotency keys. */
@Injectable()
export class IdempotencyRepository {
  private readonly keys;

  constructor(@InjectModel(IdempotencyKey.name) model: Model<IdempotencyKey>) {
    this.keys = model.db.collection<IdempotencyKey>(model.collection.name);
  }

  /** Stores a new key; false where it exists. */
  async insert(key: IdempotencyKey): Promise<boolean> {
    try {
      await this.keys.insertOne(key);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  find(id: string): Promise<IdempotencyKey | null> {
    return this.keys.findOne({ _id: id });
  }

  /** Gives the key to another try, where its last one is over without an end; or nothing. */
  takeOver(
    id: string,
    now: Date,
    { attempt, heldUntil }: IdempotencyKey,
  ): Promise<IdempotencyKey | null> {
    return this.keys.findOneAndUpdate(
      { _id: id, done: false, heldUntil: { $lte: now } },
      { $set: { attempt, heldUntil } },
      { returnDocument: 'after' },
    );
  }

  /** Keeps the answer of a try that is done. */
  async finish({ _id, attempt }: IdempotencyKey, answer: KeptAnswer): Promise<void> {
    await this.keys.updateOne({ _id, attempt }, { $set: { done: true, answer } });
  }

  /** Frees the key at once, its result's id kept. */
  async release({ _id, attempt }: IdempotencyKey, now: Date): Promise<void> {
    await this.keys.updateOne({ _id, attempt, done: false }, { $set: { heldUntil: now } });
  }

  /** Takes a row away whose time is over, before the database does it. */
  async remove({ _id, expiresAt }: IdempotencyKey): Promise<void> {
    await this.keys.deleteOne({ _id, expiresAt });
  }

  /** Takes the row of a refused try away. */
  async forget({ _id, attempt }: IdempotencyKey): Promise<void> {
    await this.keys.deleteOne({ _id, attempt, done: false });
  }

  /** Takes all keys of a fan away. */
  async removeAllOf(fanId: string): Promise<void> {
    // `;` comes right after `:`, with which each key of the fan goes on.
    await this.keys.deleteMany({ _id: { $gte: `${fanId}:`, $lt: `${fanId};` } });
  }

  /** Takes answers away that name a fan, and leaves their keys free with the result's id. */
  async forgetAnswersNaming(fanId: string): Promise<void> {
    const namesFan = {
      $or: ['answer.body.user._id', 'answer.body.comments.user._id', 'answer.body.likes._id'].map(
        (path) => ({ [path]: fanId }),
      ),
    };
    // No index knows what an answer says: a day's keys are looked through, some at a time.
    for (let last = ''; ;) {
      const ids = await this.keys
        .find({ _id: { $gt: last } }, { projection: { _id: 1 }, sort: { _id: 1 }, limit: BATCH })
        .toArray();
      const end = ids.at(-1)?._id;
      if (end === undefined) return;
      await this.keys.updateMany(
        { _id: { $gt: last, $lte: end }, ...namesFan },
        { $set: { done: false, heldUntil: new Date(0) }, $unset: { answer: 1 } },
      );
      last = end;
    }
  }
}
