import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, Model, Types } from 'mongoose';

import { inTransaction } from '../common/mongo/transaction.js';
import { FanNote } from './fan-note.schema.js';

/** All database access of admins' notes about fans. */
@Injectable()
export class FanNotesRepository {
  private readonly notes;

  constructor(@InjectModel(FanNote.name) private readonly model: Model<FanNote>) {
    this.notes = model.db.collection<FanNote>(model.collection.name);
  }

  /** Stores a note together with what has to stand beside it. */
  async insert(
    note: FanNote,
    alongWith: (transaction: ClientSession) => Promise<void>,
  ): Promise<void> {
    await inTransaction(this.model.db, async (session) => {
      await this.notes.insertOne(note, { session });
      await alongWith(session);
      return note;
    });
  }

  /** The newest notes about a fan. */
  findOf(fanId: string, size: number): Promise<FanNote[]> {
    return this.notes
      .find(
        { fanId: new Types.ObjectId(fanId) },
        { sort: { createdAt: -1, _id: -1 }, limit: size, batchSize: size },
      )
      .toArray();
  }

  async removeAllOf(fanId: string): Promise<void> {
    await this.notes.deleteMany({ fanId: new Types.ObjectId(fanId) });
  }
}
