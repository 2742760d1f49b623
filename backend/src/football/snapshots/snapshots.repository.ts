import { Injectable } from '@nestjs/common';
import type { League } from '@kickoff/contracts';
import type { Collection } from 'mongoose';

import { InjectCollection } from '../../common/mongo/collections.js';
import { isDuplicateKey } from '../../common/mongo/database-away.js';
import { type FormerSeason, formerSeasonsCollection } from './former-season.schema.js';
import { type LeagueSnapshot, footballSnapshotsCollection } from './league-snapshot.schema.js';

/** All database access of league snapshots and former seasons; eight documents each, found by id. */
@Injectable()
export class SnapshotsRepository {
  constructor(
    @InjectCollection(footballSnapshotsCollection)
    private readonly snapshots: Collection<LeagueSnapshot>,
    @InjectCollection(formerSeasonsCollection)
    private readonly formerSeasons: Collection<FormerSeason>,
  ) {}

  /** Returns the version of each snapshot without its data. */
  findRevisions(): Promise<Pick<LeagueSnapshot, '_id' | 'fence' | 'revision'>[]> {
    return this.snapshots.find({}, { projection: { fence: 1, revision: 1 } }).toArray();
  }

  find(league: League): Promise<LeagueSnapshot | null> {
    return this.snapshots.findOne({ _id: league });
  }

  findFormerSeason(league: League): Promise<FormerSeason | null> {
    return this.formerSeasons.findOne({ _id: league });
  }

  async replaceFormerSeason({ _id, ...rest }: FormerSeason): Promise<void> {
    await this.formerSeasons.replaceOne({ _id }, rest, { upsert: true });
  }

  /** Replaces an earlier revision. Returns false if a newer lease, or this revision, was written. */
  async replace({ _id, ...rest }: LeagueSnapshot): Promise<boolean> {
    const { fence, revision } = rest;
    const isEarlier = { _id, fence: { $lte: fence }, revision: { $lt: revision } };
    try {
      await this.snapshots.replaceOne(isEarlier, rest, { upsert: true });
      return true;
    } catch (error) {
      // A newer row does not match the filter, so the upsert inserts and violates the unique id.
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}
