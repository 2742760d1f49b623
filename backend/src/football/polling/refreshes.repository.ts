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
    private readonly model: Collection<RefreshRequest>,
  ) {}

  async request(league: League, at: Date): Promise<void> {
    await this.rows.updateOne({ _id: league }, { $set: { at } }, { upsert: true });
  }

  /** Takes the leagues requested since the last call. */
  async take(): Promise<League[]> {
    const asked = await this.rows.find().toArray();
    const leagues = asked.map(({ _id }) => _id);
    if (leagues.length > 0) await this.rows.deleteMany({ _id: { $in: leagues } });
    return leagues;
  }

  private get rows() {
    return this.model.db.collection<RefreshRequest>(this.model.name);
  }
}
