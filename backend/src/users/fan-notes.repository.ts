import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toStringIds, withObjectIds } from '../common/mongo/ids.js';
import { InjectCollection } from '../common/mongo/collections.js';
import { type FanNoteDocument, type StoredFanNote, fanNotesCollection } from './fan-note.schema.js';

/** All database access of admins' notes about fans. */
@Injectable()
export class FanNotesRepository {
  constructor(
    @InjectCollection(fanNotesCollection) private readonly notes: Collection<StoredFanNote>,
  ) {}

  /** Inserts a note. Returns false if its id exists. */
  async insert(note: FanNoteDocument): Promise<boolean> {
    const { _id, ...row } = withObjectIds(note, '_id', 'fanId');
    const { upsertedCount } = await this.notes.updateOne(
      { _id },
      { $setOnInsert: row },
      { upsert: true },
    );
    return upsertedCount === 1;
  }

  find(id: string): Promise<FanNoteDocument | null> {
    return this.notes.findOne({ _id: new Types.ObjectId(id) }).then(toStringIds);
  }

  /** The newest notes about a fan. */
  findOf(fanId: string, size: number): Promise<FanNoteDocument[]> {
    return this.notes
      .find(
        { fanId: new Types.ObjectId(fanId) },
        { sort: { createdAt: -1, _id: -1 }, limit: size, batchSize: size },
      )
      .toArray()
      .then(toStringIds);
  }

  async removeAllOf(fanId: string): Promise<void> {
    await this.notes.deleteMany({ fanId: new Types.ObjectId(fanId) });
  }
}
