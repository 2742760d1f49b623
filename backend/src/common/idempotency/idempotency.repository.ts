import { Injectable } from '@nestjs/common';
import type { Collection } from 'mongoose';

import { InjectCollection } from '../mongo/collections.js';
import { isDuplicateKey } from '../mongo/database-away.js';
import { type IdempotencyKey, idempotencyKeysCollection } from './idempotency-key.schema.js';

/** All database access of idempotency keys. */
@Injectable()
export class IdempotencyRepository {
  constructor(
    @InjectCollection(idempotencyKeysCollection) private readonly keys: Collection<IdempotencyKey>,
  ) {}

  /** Inserts a key. Returns false if it exists. */
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

  /**
   * Transfers the key to another attempt if the lease of the last one has expired; else returns
   * null.
   */
  takeOver(
    id: string,
    now: Date,
    { attempt, leaseUntil }: IdempotencyKey,
  ): Promise<IdempotencyKey | null> {
    return this.keys.findOneAndUpdate(
      { _id: id, status: { $exists: false }, leaseUntil: { $lte: now } },
      { $set: { attempt, leaseUntil } },
      { returnDocument: 'after' },
    );
  }

  /** Stores the id and status of the result of a finished attempt. */
  async finish(
    { _id, attempt }: IdempotencyKey,
    { resultId, status }: { resultId: string; status: number },
  ): Promise<void> {
    await this.keys.updateOne({ _id, attempt }, { $set: { resultId, status } });
  }

  /** Releases the key; the id of its result stays. */
  async release({ _id, attempt }: IdempotencyKey, now: Date): Promise<void> {
    await this.keys.updateOne(
      { _id, attempt, status: { $exists: false } },
      { $set: { leaseUntil: now } },
    );
  }

  /** Deletes an expired row before the TTL monitor does. */
  async remove({ _id, expiresAt }: IdempotencyKey): Promise<void> {
    await this.keys.deleteOne({ _id, expiresAt });
  }

  /** Deletes the row of a refused attempt. */
  async forget({ _id, attempt }: IdempotencyKey): Promise<void> {
    await this.keys.deleteOne({ _id, attempt, status: { $exists: false } });
  }

  /** Deletes all keys of a fan; the index on ids serves it. */
  async removeAllOf(fanId: string): Promise<void> {
    // `;` is the character after `:`, so the range covers all keys of the fan.
    await this.keys.deleteMany({ _id: { $gte: `${fanId}:`, $lt: `${fanId};` } });
  }
}
