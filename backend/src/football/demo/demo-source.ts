import { Inject, Injectable } from '@nestjs/common';
import type {
  League,
  LeagueData,
  Match,
  MatchEvent,
  Scorer,
  TimelineEntry,
} from '@kickoff/contracts';

import { SETTINGS } from '../../common/config/config.module.js';
import type { Settings } from '../../common/config/env.js';
import type { FormerMatch, LeagueSource, RoundMatch } from '../league-source.js';
import { teamOf } from '../leagues.js';
import { DemoAnchorRepository } from './demo-anchor.repository.js';
import {
  changedAt,
  type DemoCalendar,
  type DemoSeason,
  leagueAt,
  scorersShown,
} from './demo-season.js';
import { type Fixture, fixtureId } from './fixtures.js';
import { formerSeason } from './former-season.js';
import { liveAnchor, liveCalendar } from './live-calendar.js';
import { correctionsBetween, eventsAt, matchAt, type PlannedMatch } from './planned-match.js';
import { plannedTimeline } from './planned-timeline.js';
import { weekdayCalendar } from './weekday-calendar.js';

/** The simulated seasons of all leagues, equal on all instances. */
@Injectable()
export class DemoSource implements LeagueSource {
  private begun: DemoCalendar | undefined;
  /** The season, once it is planned up to a time. */
  private calendar: DemoCalendar | undefined;

  constructor(
    private readonly anchors: DemoAnchorRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async prepare(now: number): Promise<void> {
    const calendar = (this.begun ??= await this.begin(now));
    await calendar.plan(now);
    this.calendar = calendar;
  }

  private async begin(now: number): Promise<DemoCalendar> {
    return this.settings.footballDemoClock === 'calendar'
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

  revisionOf(league: League, now: number): number {
    return changedAt(this.seasonOf(league, now), now);
  }

  /** The revision of a page of the demo season is the time of its last change. */
  timelineOf(league: League, matchId: string, revision: number): Promise<TimelineEntry[]> {
    const isWanted = (fixture: Fixture) => fixtureId(fixture) === matchId;
    const match =
      this.seasonOf(league, revision).matches.find(({ fixture }) => isWanted(fixture)) ??
      this.former(league, revision, isWanted)[0];
    return Promise.resolve(match ? plannedTimeline(match, revision) : []);
  }

  rescheduledIn(): Promise<ReadonlySet<string>> {
    return Promise.resolve(new Set());
  }

  tableMatchesOf(_: League, matches: readonly Match[]): Match[] {
    return [...matches];
  }

  scorersWith(
    league: League,
    events: ReadonlyMap<string, readonly MatchEvent[]>,
    now: number,
  ): Scorer[] {
    return scorersShown(
      this.seasonOf(league, now).matches,
      (match) => events.get(fixtureId(match.fixture)) ?? eventsAt(match, now),
    );
  }

  formerMeetings(league: League, clubs: readonly string[], now: number): Match[] {
    return this.former(
      league,
      now,
      ({ home, away }) => clubs.includes(home) && clubs.includes(away),
    ).map((match) => matchAt(match, now));
  }

  formerMatch(league: League, matchId: string, now: number): FormerMatch | undefined {
    const [found] = this.former(league, now, (fixture) => fixtureId(fixture) === matchId);
    return found && { match: matchAt(found, now), events: eventsAt(found, now) };
  }

  roundOf(league: League, matchday: number, now: number): RoundMatch[] {
    return this.seasonOf(league, now)
      .matches.filter(({ fixture }) => fixture.round === matchday)
      .map(({ fixture, story }) => ({
        homeTeam: teamOf(fixture.home),
        awayTeam: teamOf(fixture.away),
        story,
      }));
  }

  correctionsOf(league: League, sinceMs: number, now: number): Promise<number> {
    const seasons = new Set([this.seasonOf(league, sinceMs), this.seasonOf(league, now)]);
    const taken = [...seasons].map(({ matches }) => correctionsBetween(matches, sinceMs, now));
    return Promise.resolve(taken.reduce((sum, count) => sum + count, 0));
  }

  private former(
    league: League,
    now: number,
    isWanted: (fixture: Fixture) => boolean,
  ): PlannedMatch[] {
    const season = this.seasonOf(league, now);
    const before = this.seasonOf(league, season.announcedMs - 1);
    if (before.label !== season.label) {
      return before.matches.filter(({ fixture }) => isWanted(fixture));
    }
    // The first planned season is not the first of the league.
    return formerSeason(league, Number(season.label.slice(0, 4)))(isWanted);
  }

  private seasonOf(league: League, now: number): DemoSeason {
    if (!this.calendar) throw new Error('The demo season was asked before it was prepared');
    return this.calendar.seasonAt(league, now);
  }
}
