import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { League } from '@kickoff/contracts';
import type { Connection } from 'mongoose';

import { isDuplicateKey } from '../../common/mongo/database-away.js';
import type { LeagueSnapshot } from './league-snapshot.js';

/** All database access of what providers told us; the eight documents are found by their ids alone. */
@Injectable()
export class SnapshotsRepository {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  /** What tells whether a league has been written since: eight small rows. */
  findEditions(): Promise<Pick<LeagueSnapshot, '_id' | 'fence' | 'revision'>[]> {
    return this.snapshots.find({}, { projection: { fence: 1, revision: 1 } }).toArray();
  }

  find(league: League): Promise<LeagueSnapshot | null> {
    return this.snapshots.findOne({ _id: league });
  }

  /** Writes, unless someone with a newer lease has written: then it says no. */
  async replace({ _id, ...rest }: LeagueSnapshot): Promise<boolean> {
    try {
      await this.snapshots.replaceOne({ _id, fence: { $lte: rest.fence } }, rest, { upsert: true });
      return true;
    } catch (error) {
      // A newer fence is not matched, and what is not matched cannot be inserted a second time.
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  private get snapshots() {
    return this.connection.collection<LeagueSnapshot>('football_snapshots');
  }
}
