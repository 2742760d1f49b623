import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { League } from '@kickoff/contracts';
import { Model } from 'mongoose';

import { Correction } from './correction.schema.js';

/** All database access of what providers took back. */
@Injectable()
export class CorrectionsRepository {
  constructor(@InjectModel(Correction.name) private readonly corrections: Model<Correction>) {}

  async add(league: League, matchIds: readonly string[], at: Date): Promise<void> {
    if (matchIds.length === 0) return;
    await this.corrections.insertMany(matchIds.map((matchId) => ({ league, matchId, at })));
  }

  count(league: League, since: Date): Promise<number> {
    return this.corrections.countDocuments({ league, at: { $gt: since } }).exec();
  }
}
