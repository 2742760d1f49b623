import { Injectable } from '@nestjs/common';
import type { League } from '@kickoff/contracts';
import type { Collection } from 'mongoose';

import { InjectCollection } from '../../common/mongo/collections.js';
import { type RefreshRequest, footballRefreshesCollection } from './refresh-request.schema.js';

/** All database access of refresh requests; at most one row per league, removed when finished. */
@Injectable()
export class RefreshesRepository {
  constructor(
    @InjectCollection(footballRefreshesCollection)
    private readonly requests: Collection<RefreshRequest>,
  ) {}

  async request(league: League, at: Date): Promise<void> {
    await this.requests.updateOne({ _id: league }, { $set: { at } }, { upsert: true });
  }

  /** All requests that no poller has finished. */
  find(): Promise<RefreshRequest[]> {
    return this.requests.find().toArray();
  }

  /** Removes a finished request; a newer one of the same league remains. */
  async remove({ _id, at }: RefreshRequest): Promise<void> {
    await this.requests.deleteOne({ _id, at });
  }
}
