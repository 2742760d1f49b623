import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toObjectIds } from '../../common/mongo/ids.js';
import { InjectCollection } from '../../common/mongo/collections.js';
import {
  type MutedWordEntry,
  mutedWordsCollection,
  type StoredMutedWords,
} from './muted-words.schema.js';

/** All database access of muted words. */
@Injectable()
export class MutedWordsRepository {
  constructor(
    @InjectCollection(mutedWordsCollection) private readonly words: Collection<StoredMutedWords>,
  ) {}

  /** Finds the words of these fans by fan id; fans without any are absent. */
  async findOf(fanIds: readonly string[]): Promise<ReadonlyMap<string, MutedWordEntry[]>> {
    const rows = await this.words
      .find({ _id: { $in: toObjectIds(fanIds) } }, { batchSize: 1000 })
      .toArray();
    return new Map(rows.map(({ _id, words }) => [_id.toString(), words]));
  }

  /** Replaces the whole list of a fan. */
  async replace(fanId: string, words: readonly MutedWordEntry[]): Promise<void> {
    await this.words.updateOne(
      { _id: new Types.ObjectId(fanId) },
      { $set: { words: [...words] } },
      { upsert: true },
    );
  }

  async remove(fanId: string): Promise<void> {
    await this.words.deleteOne({ _id: new Types.ObjectId(fanId) });
  }
}
