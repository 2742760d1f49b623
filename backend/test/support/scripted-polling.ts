import { Logger } from '@nestjs/common';
import type { League, Match, Scorer } from '@kickoff/contracts';

import { teamOf } from '../../src/football/leagues.js';
import { PollScheduler } from '../../src/football/polling/poll-scheduler.js';
import {
  type Fetched,
  type LeagueDataProvider,
  type ProvidedRow,
  ProviderError,
  type ProviderFault,
  type Rate,
} from '../../src/football/providers/league-data-provider.js';
import type { LeagueSnapshot } from '../../src/football/snapshots/league-snapshot.schema.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const MORNING = Date.parse('2026-11-21T09:00:00Z');
export const KICK_OFF = Date.parse('2026-11-21T15:00:00Z');
export const POLLED: League[] = ['premier_league', 'la_liga'];

export function aMatch(id: string, overrides: Partial<Match> = {}): Match {
  return {
    id,
    homeTeam: teamOf('arsenal'),
    awayTeam: teamOf('chelsea'),
    utcDate: '2026-12-24T15:00:00.000Z',
    status: 'SCHEDULED',
    matchday: 1,
    score: {
      fullTime: { homeTeam: null, awayTeam: null },
      halfTime: { homeTeam: null, awayTeam: null },
    },
    ...overrides,
  };
}

/** A club's row before its first match. */
export function aRow(club: string): ProvidedRow {
  const none = { playedGames: 0, won: 0, draw: 0, lost: 0, points: 0 };
  return {
    ...none,
    position: 1,
    team: teamOf(club),
    goalsFor: 0,
    goalsAgainst: 0,
    goalDifference: 0,
  };
}

/** Refuses every call for this reason. */
export const refusing = (kind: ProviderFault, seconds?: number) => () =>
  new ProviderError(kind, 'Refused', seconds);

/** An external provider that records its calls. */
class ScriptedProvider implements LeagueDataProvider {
  readonly id = 'football-data.org';
  readonly livePollMs = MINUTE_MS;
  readonly isDelayed = false;
  readonly calls: string[] = [];
  season = '2026-27';
  matches: Match[] = [1, 2, 3, 4].map((number) => aMatch(`match ${number}`));
  rows: ProvidedRow[] = [];
  scorers: Scorer[] = [];
  /** Leagues that are missing from the response for a day. */
  leftOut: League[] = [];
  /** The error that answers a call, if any. */
  refuses: (call: string) => ProviderError | undefined = () => undefined;
  rate: Rate | undefined = { remaining: 60, resetSeconds: 60 };

  covers(): boolean {
    return true;
  }
  fetchMatches(league: League) {
    return this.answer(`matches ${league}`, { season: this.season, matches: this.matches });
  }
  fetchStandings(league: League) {
    return this.answer(`standings ${league}`, this.rows);
  }
  fetchScorers(league: League) {
    return this.answer(`scorers ${league}`, this.scorers);
  }
  fetchDay(leagues: readonly League[]) {
    const days = new Map(
      leagues.map((league) => [league, this.leftOut.includes(league) ? [] : this.matches]),
    );
    return this.answer(`day ${leagues.join(' ')}`, days);
  }

  private answer<Data>(call: string, data: Data): Promise<Fetched<Data>> {
    this.calls.push(call);
    const refusal = this.refuses(call);
    if (refusal) return Promise.reject(refusal);
    return Promise.resolve({ data, rate: this.rate });
  }
}

/** A scheduler of two leagues over a scripted provider, with its own clock and snapshots. */
export class ScriptedPolling {
  readonly provider = new ScriptedProvider();
  readonly stored = new Map<League, LeagueSnapshot>();
  now = MORNING;
  /** The random number of the scheduler's jitter, from 0 to 1. */
  chance = 0;
  scheduler = this.createScheduler(MINUTE_MS);

  /** @param livePollMs the configured interval while matches are in play */
  createScheduler(livePollMs: number): PollScheduler {
    // The failures are scripted.
    Logger.overrideLogger(false);
    const store = {
      snapshotOf: (league: League) => this.stored.get(league),
      store: (snapshot: LeagueSnapshot) =>
        Promise.resolve(void this.stored.set(snapshot._id, snapshot)),
    };
    return new PollScheduler(this.provider, POLLED, store, livePollMs, () => this.chance);
  }

  /** Steps through this time and returns the calls made in it. */
  async callsWithin(ms: number, stepMs = SECOND_MS): Promise<string[]> {
    const before = this.provider.calls.length;
    for (const end = this.now + ms; this.now < end;) {
      this.now += stepMs;
      await this.scheduler.step(new Date(this.now));
    }
    return this.provider.calls.slice(before);
  }

  /** Fetches everything and puts a match of the Premier League in play. */
  async kickOff(): Promise<void> {
    await this.callsWithin(MINUTE_MS);
    this.now = KICK_OFF;
    this.provider.matches[0] = aMatch('match 1', {
      utcDate: new Date(KICK_OFF).toISOString(),
      status: 'IN_PLAY',
    });
    this.stored.delete('la_liga');
    await this.callsWithin(5 * MINUTE_MS);
  }
}
