import { Injectable } from '@nestjs/common';
import {
  type League,
  type LeagueData,
  LEAGUES,
  type Match,
  type MatchEvent,
} from '@kickoff/contracts';

import { Clock } from '../common/time/clock.js';
import { DemoSource } from './demo/demo-source.js';
import { type Edition, editionOf } from './edition.js';
import type { FormerMatch, LeagueSource } from './league-source.js';
import { SnapshotSource } from './snapshots/snapshot-source.js';

/** A page is looked after at most this often, however many ask for it. */
const REFRESH_MS = 2_000;

/** A league as everybody is shown it now. */
interface LeaguePage {
  version: string;
  source: LeagueSource;
  data: LeagueData;
  edition: Edition;
}

/** All leagues at one moment; a number of its own for each state, so that what follows from it can be kept. */
export interface Pages {
  generation: number;
  leagues: ReadonlyMap<League, LeaguePage>;
}

/** Keeps the eight pages ready in memory and renews those of which the source has something new. */
@Injectable()
export class LeaguePages {
  private pages: Pages = { generation: 0, leagues: new Map() };
  private refreshedAtMs = -Infinity;
  private refreshing: Promise<void> | undefined;
  private readonly sources: readonly LeagueSource[];

  constructor(
    private readonly clock: Clock,
    snapshots: SnapshotSource,
    demo: DemoSource,
  ) {
    // The demo season stands in wherever no provider has told us anything.
    this.sources = [snapshots, demo];
  }

  async current(): Promise<Pages> {
    const now = this.clock.now().getTime();
    if (Math.abs(now - this.refreshedAtMs) >= REFRESH_MS) {
      this.refreshing ??= this.refresh(now).finally(() => (this.refreshing = undefined));
      await this.refreshing;
    }
    return this.pages;
  }

  /** What happened in a match by now, where the league's source knows. */
  eventsOf(page: LeaguePage, matchId: string): MatchEvent[] | undefined {
    return page.source.eventsOf(page.data.league, matchId, this.clock.now().getTime());
  }

  /** How two clubs met in the season before, where the league's source knows. */
  formerMeetings({ source, data }: LeaguePage, clubs: readonly string[]): Match[] {
    return source.formerMeetings(data.league, clubs, this.clock.now().getTime());
  }

  /** A match of the season before, where the league's source knows it. */
  formerMatch({ source, data }: LeaguePage, matchId: string): FormerMatch | undefined {
    return source.formerMatch(data.league, matchId, this.clock.now().getTime());
  }

  private async refresh(now: number): Promise<void> {
    for (const source of this.sources) await source.prepare(now);

    const renewed = LEAGUES.map((league) => [league, this.pageOf(league, now)] as const);
    if (renewed.some(([league, page]) => page !== this.pages.leagues.get(league))) {
      this.pages = { generation: this.pages.generation + 1, leagues: new Map(renewed) };
    }
    this.refreshedAtMs = now;
  }

  private pageOf(league: League, now: number): LeaguePage {
    const shown = this.pages.leagues.get(league);
    for (const source of this.sources) {
      const version = source.versionOf(league, now);
      if (version === undefined) continue;
      if (version === shown?.version) return shown;
      const data = source.read(league, now);
      return { version, source, data, edition: editionOf(data) };
    }
    throw new Error(`No source has ${league}`);
  }
}
