import { Inject, Injectable } from '@nestjs/common';
import type { League, LeagueData, MatchEvent } from '@kickoff/contracts';

import { SETTINGS } from '../../common/config/config.module.js';
import type { Settings } from '../../common/config/env.js';
import type { LeagueSource } from '../league-source.js';
import { DemoAnchorRepository } from './demo-anchor.repository.js';
import { changedAt, type DemoCalendar, type DemoSeason, leagueAt } from './demo-season.js';
import { fixtureId } from './fixtures.js';
import { liveAnchor, liveCalendar } from './live-calendar.js';
import { correctionsBetween, eventsAt } from './planned-match.js';
import { weekdayCalendar } from './weekday-calendar.js';

/** The simulated season of every league, always there, the same on all instances. */
@Injectable()
export class DemoSource implements LeagueSource {
  private calendar: DemoCalendar | undefined;

  constructor(
    private readonly anchors: DemoAnchorRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async prepare(now: number): Promise<void> {
    this.calendar ??=
      this.settings.footballDemoClock === 'calendar'
        ? weekdayCalendar()
        : liveCalendar(await this.anchors.firstOrStored(liveAnchor(now)));
  }

  versionOf(league: League, now: number): string {
    const season = this.seasonOf(league, now);
    return `demo ${season.label} ${changedAt(season, now)}`;
  }

  read(league: League, now: number): LeagueData {
    const season = this.seasonOf(league, now);
    return {
      league,
      source: 'demo',
      updatedAt: new Date(changedAt(season, now)).toISOString(),
      stale: false,
      ...leagueAt(season, now),
    };
  }

  eventsOf(league: League, matchId: string, now: number): MatchEvent[] | undefined {
    const match = this.seasonOf(league, now).matches.find(
      ({ fixture }) => fixtureId(fixture) === matchId,
    );
    return match && eventsAt(match, now);
  }

  correctionsOf(league: League, sinceMs: number, now: number): Promise<number> {
    const seasons = new Set([this.seasonOf(league, sinceMs), this.seasonOf(league, now)]);
    const taken = [...seasons].map(({ matches }) => correctionsBetween(matches, sinceMs, now));
    return Promise.resolve(taken.reduce((sum, count) => sum + count, 0));
  }

  private seasonOf(league: League, now: number): DemoSeason {
    if (!this.calendar) throw new Error('The demo season was asked before it was prepared');
    return this.calendar.seasonAt(league, now);
  }
}
