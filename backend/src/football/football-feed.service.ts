import { Injectable } from '@nestjs/common';
import { type FootballFeed, type League, LEAGUES } from '@kickoff/contracts';

import { Conflict, NotFound } from '../common/errors/coded-errors.js';
import { Clock } from '../common/time/clock.js';
import { FAULTS, toFeedRow } from './football-feed.view.js';
import { LeagueCache } from './league-cache.js';
import { PollerLeaseRepository } from './polling/poller-lease.repository.js';
import { RefreshesRepository } from './polling/refreshes.repository.js';
import { SnapshotSource } from './snapshots/snapshot-source.js';

const CORRECTIONS_SINCE_MS = 30 * 86_400_000;

/**
 * Shows admins the state of each league's data and records their requests to refresh it.
 * The poller fetches.
 */
@Injectable()
export class FootballFeedService {
  constructor(
    private readonly cache: LeagueCache,
    private readonly snapshots: SnapshotSource,
    private readonly refreshes: RefreshesRepository,
    private readonly leases: PollerLeaseRepository,
    private readonly clock: Clock,
  ) {}

  /** Returns the data source and state of each league. */
  async status(): Promise<FootballFeed> {
    const { leagues } = await this.cache.current();
    const now = this.clock.now().getTime();
    const rows = [...leagues.values()].map(async ({ data, source }) =>
      toFeedRow(
        data,
        this.snapshots.snapshotOf(data.league),
        this.snapshots.remainingOf(data.league),
        await source.correctionsOf(data.league, now - CORRECTIONS_SINCE_MS, now),
      ),
    );
    return { leagues: await Promise.all(rows) };
  }

  /**
   * Requests a fetch as soon as the provider allows; no effect on demo leagues.
   *
   * @throws Conflict for a league that is not fetched until the next start
   */
  async refresh(name: string): Promise<void> {
    const league: League | undefined = LEAGUES.find((known) => known === name);
    if (!league) throw new NotFound('league');
    await this.requireFetched(league);
    await this.refreshes.request(league, this.clock.now());
  }

  private async requireFetched(league: League): Promise<void> {
    await this.snapshots.prepare();
    const snapshot = this.snapshots.snapshotOf(league);
    // The refusal ends with the instance that met it.
    if (snapshot?.refusal && snapshot.fence === (await this.leases.fence())) {
      throw new Conflict(FAULTS[snapshot.refusal]);
    }
  }
}
