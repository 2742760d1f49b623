import { Injectable } from '@nestjs/common';
import type { League } from '@kickoff/contracts';
import type { Collection } from 'mongoose';

import { InjectCollection } from '../../common/mongo/collections.js';
import { type Correction, footballCorrectionsCollection } from './correction.schema.js';

/** All database access of corrections. */
@Injectable()
export class CorrectionsRepository {
  constructor(
    @InjectCollection(footballCorrectionsCollection)
    private readonly corrections: Collection<Correction>,
  ) {}

  async add(league: League, matchIds: readonly string[], at: Date): Promise<void> {
    if (matchIds.length === 0) return;
    await this.corrections.insertMany(matchIds.map((matchId) => ({ league, matchId, at })));
  }

  count(league: League, since: Date): Promise<number> {
    return this.corrections.countDocuments({ league, at: { $gt: since } });
  }
}
