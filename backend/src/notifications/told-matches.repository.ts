import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model } from 'mongoose';

import { isDuplicateKey } from '../common/mongo/database-away.js';
import { ToldMatch } from './told-match.schema.js';

/** All database access of what was told last of each match. */
@Injectable()
export class ToldMatchesRepository {
  private readonly matches;

  constructor(@InjectModel(ToldMatch.name) model: Model<ToldMatch>) {
    this.matches = model.db.collection<ToldMatch>(model.collection.name);
  }

  /**
   * Notes what is told of a match now. Several instances notice the same, and one of them tells it; a
   * goal that comes again after its correction is another one.
   *
   * @returns its number in the match, or undefined where it is what was told last
   */
  async next(match: string, text: string, at: Date): Promise<number | undefined> {
    try {
      const row = await this.matches.findOneAndUpdate(
        { _id: match, text: { $ne: text } },
        { $set: { text, at }, $inc: { number: 1 } },
        { upsert: true, returnDocument: 'after' },
      );
      return row?.number;
    } catch (error) {
      // The row is there with this very text.
      if (isDuplicateKey(error)) return undefined;
      throw error;
    }
  }
}
