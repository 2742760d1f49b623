import { Injectable } from '@nestjs/common';
import { type FootballFeed, type League, LEAGUES } from '@kickoff/contracts';

import { NotFound } from '../common/errors/coded-errors.js';
import { Clock } from '../common/time/clock.js';
import { toFeedRow } from './football-feed.view.js';
import { LeaguePages } from './league-pages.js';
import { RefreshesRepository } from './polling/refreshes.repository.js';
import { SnapshotSource } from './snapshots/snapshot-source.js';

const CORRECTIONS_SINCE_MS = 30 * 86_400_000;

/**
 * Owns what admins see of where football comes from: how each league's data
 * does, and the wish to have it fetched now. Fetching is the poller's.
 */
@Injectable()
export class FootballFeedService {
  constructor(
    private readonly pages: LeaguePages,
    private readonly snapshots: SnapshotSource,
    private readonly refreshes: RefreshesRepository,
    private readonly clock: Clock,
  ) {}

  /** How the data of each league does. */
  async status(): Promise<FootballFeed> {
    const { leagues } = await this.pages.current();
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

  /** Has a league fetched as soon as its provider allows; a simulated one is never behind. */
  async refresh(name: string): Promise<void> {
    const league: League | undefined = LEAGUES.find((known) => known === name);
    if (!league) throw new NotFound('league');
    await this.refreshes.ask(league, this.clock.now());
  }
}
