import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, Model, Types } from 'mongoose';

import { BulkAct } from './bulk-act.schema.js';

/** What is told of an act: all but whom it reaches, and how many they are. */
export type BulkState = Omit<BulkAct, 'fanIds'> & { total: number };

/** How far whoever works on an act believes it to be. */
type Step = Pick<BulkAct, '_id' | 'done'>;

/** What an act came to for one fan. */
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
  private readonly acts;

  constructor(@InjectModel(BulkAct.name) model: Model<BulkAct>) {
    this.acts = model.db.collection<BulkAct>(model.collection.name);
  }

  async insert(act: BulkAct): Promise<void> {
    await this.acts.insertOne(act);
  }

  /** An act or a preview that is not over. */
  find(id: string, now: Date): Promise<BulkState | null> {
    return this.acts.findOne<BulkState>(
      { _id: new Types.ObjectId(id), expiresAt: { $gt: now } },
      { projection: STATE },
    );
  }

  /** Begins what was previewed; of any number of tries one does. */
  async start(
    id: string,
    order: Pick<BulkAct, 'reason' | 'until' | 'expiresAt'>,
    now: Date,
  ): Promise<void> {
    await this.acts.updateOne(
      { _id: new Types.ObjectId(id), state: 'previewed', expiresAt: { $gt: now } },
      { $set: { ...order, state: 'running', dueAt: now } },
    );
  }

  /** Takes an act that is due, until a moment by which it is done or due again. */
  take(now: Date, until: Date): Promise<BulkAct | null> {
    return this.acts.findOneAndUpdate(
      { dueAt: { $lte: now } },
      { $set: { dueAt: until } },
      { sort: { dueAt: 1 }, returnDocument: 'after' },
    );
  }

  /** Puts one more fan behind an act; false where another instance has gone on with it meanwhile. */
  async advance(
    { outcome, ...at }: Step & { outcome: Outcome },
    dueAt: Date,
    session?: ClientSession,
  ): Promise<boolean> {
    const result = await this.acts.updateOne(
      { ...at, state: 'running' },
      { $set: { dueAt }, $inc: { done: 1, ...(outcome === 'done' ? {} : { [outcome]: 1 }) } },
      session ? { session } : {},
    );
    return result.modifiedCount === 1;
  }

  /** Unless another instance has gone on with it. */
  async setDue(at: Step, dueAt: Date): Promise<void> {
    await this.acts.updateOne({ ...at, state: 'running' }, { $set: { dueAt } });
  }

  async finish(id: Types.ObjectId): Promise<void> {
    await this.acts.updateOne({ _id: id }, { $set: { state: 'done' }, $unset: { dueAt: 1 } });
  }
}
