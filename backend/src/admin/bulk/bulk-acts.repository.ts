import { Injectable } from '@nestjs/common';
import { type Collection, type mongo, Types } from 'mongoose';

import { toStringIds, withObjectIds } from '../../common/mongo/ids.js';
import { InjectCollection } from '../../common/mongo/collections.js';
import { type BulkActDocument, type StoredBulkAct, bulkActsCollection } from './bulk-act.schema.js';

/** A bulk action as returned: without its fans and their number. */
export type BulkState = Omit<BulkActDocument, 'fanIds' | 'retries'> & { total: number };

/**
 * Progress as the worker last wrote it; every write matches on it. No two states of an action have
 * the same numbers.
 */
export interface BulkStep {
  _id: string;
  done: number;
  /** Number of fans to retry. */
  retries: number;
}

/** The outcome of an action for one fan. */
export type Outcome = 'done' | 'skipped' | 'failed';

const STATE = {
  action: 1,
  actor: 1,
  state: 1,
  done: 1,
  skipped: 1,
  failed: 1,
  reason: 1,
  until: 1,
  expiresAt: 1,
  total: { $size: '$fanIds' },
} as const;

/** All database access of bulk acts. */
@Injectable()
export class BulkActsRepository {
  constructor(
    @InjectCollection(bulkActsCollection) private readonly acts: Collection<StoredBulkAct>,
  ) {}

  async insert(act: BulkActDocument): Promise<void> {
    await this.acts.insertOne(withObjectIds(act, '_id', 'fanIds', 'retries'));
  }

  /** Finds a preview or an action that has not expired. */
  find(id: string, now: Date): Promise<BulkState | null> {
    return this.acts
      .findOne<BulkState>(
        { _id: new Types.ObjectId(id), expiresAt: { $gt: now } },
        { projection: STATE },
      )
      .then(toStringIds);
  }

  /** Starts a previewed action. Of concurrent calls only one succeeds. */
  async start(
    id: string,
    order: Pick<BulkActDocument, 'reason' | 'until' | 'expiresAt'>,
    now: Date,
  ): Promise<void> {
    await this.acts.updateOne(
      { _id: new Types.ObjectId(id), state: 'previewed', expiresAt: { $gt: now } },
      { $set: { ...order, state: 'running', dueAt: now } },
    );
  }

  /** Claims a due action with a lease until `until`. */
  claim(now: Date, until: Date): Promise<BulkActDocument | null> {
    return this.acts
      .findOneAndUpdate(
        { dueAt: { $lte: now } },
        { $set: { dueAt: until } },
        { sort: { dueAt: 1 }, returnDocument: 'after' },
      )
      .then(toStringIds);
  }

  /** Counts the outcome of one fan. Returns false if another instance has claimed the action. */
  async advance(at: BulkStep, fanId: string, outcome: Outcome, dueAt: Date): Promise<boolean> {
    const { matchedCount } = await this.acts.updateOne(runningAt(at), {
      $set: { dueAt },
      $inc: { done: 1, ...(outcome === 'done' ? {} : { [outcome]: 1 }) },
      $pull: { retries: new Types.ObjectId(fanId) },
    });
    return matchedCount === 1;
  }

  /** Adds a fan to the retries. Returns false if another instance has claimed the action. */
  async addRetry(at: BulkStep, fanId: string, dueAt: Date): Promise<boolean> {
    const { matchedCount } = await this.acts.updateOne(runningAt(at), {
      $set: { dueAt },
      $push: { retries: new Types.ObjectId(fanId) },
    });
    return matchedCount === 1;
  }

  /** Renews the lease. Returns false if another instance has claimed the action. */
  async setDue(at: BulkStep, dueAt: Date): Promise<boolean> {
    const { matchedCount } = await this.acts.updateOne(runningAt(at), { $set: { dueAt } });
    return matchedCount === 1;
  }

  async finish(id: string): Promise<void> {
    await this.acts.updateOne(
      { _id: new Types.ObjectId(id) },
      { $set: { state: 'done' }, $unset: { dueAt: 1 } },
    );
  }
}

function runningAt({ _id, done, retries }: BulkStep): mongo.Filter<StoredBulkAct> {
  const hasRetries = retries === 0 ? { $in: [undefined, []] } : { $size: retries };
  return { _id: new Types.ObjectId(_id), done, state: 'running', retries: hasRetries };
}
