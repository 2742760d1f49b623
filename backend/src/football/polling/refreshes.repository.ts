import { Injectable } from '@nestjs/common';
import type { League } from '@kickoff/contracts';
import type { Collection } from 'mongoose';

import { InjectCollection } from '../../common/mongo/collections.js';
import { type RefreshRequest, footballRefreshesCollection } from './refresh-request.schema.js';

/** All database access of refresh requests; at most one row per league, removed when taken. */
@Injectable()
export class RefreshesRepository {
  constructor(
    @InjectCollection(footballRefreshesCollection)
    private readonly requests: Collection<RefreshRequest>,
  ) {}

  async request(league: League, at: Date): Promise<void> {
    await this.requests.updateOne({ _id: league }, { $set: { at } }, { upsert: true });
  }

  /** Removes and returns the leagues requested since the last call. */
  async take(): Promise<League[]> {
    const asked = await this.requests.find().toArray();
    const leagues = asked.map(({ _id }) => _id);
    if (leagues.length > 0) await this.requests.deleteMany({ _id: { $in: leagues } });
    return leagues;
  }
}
