import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { League } from '@kickoff/contracts';
import type { Connection } from 'mongoose';

/** All database access of what admins want fetched now; at most one row a league, gone once it is taken up. */
@Injectable()
export class RefreshesRepository {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  async ask(league: League, at: Date): Promise<void> {
    await this.rows.updateOne({ _id: league }, { $set: { at } }, { upsert: true });
  }

  /** The leagues asked for since the last time, for whichever instance polls. */
  async take(): Promise<League[]> {
    const asked = await this.rows.find().toArray();
    const leagues = asked.map(({ _id }) => _id);
    if (leagues.length > 0) await this.rows.deleteMany({ _id: { $in: leagues } });
    return leagues;
  }

  private get rows() {
    return this.connection.collection<{ _id: League; at: Date }>('football_refreshes');
  }
}
