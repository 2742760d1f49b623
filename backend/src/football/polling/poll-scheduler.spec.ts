import { beforeEach, describe, expect, it } from '@jest/globals';
import type { League, Match } from '@kickoff/contracts';

import { teamOf } from '../leagues.js';
import {
  type Fetched,
  type LeagueDataProvider,
  type ProvidedRow,
  ProviderError,
  type ProviderFault,
  type Rate,
} from '../providers/league-data-provider.js';
import type { LeagueSnapshot } from '../snapshots/league-snapshot.schema.js';
import { isStale } from '../snapshots/staleness.js';
import { PollScheduler } from './poll-scheduler.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const MORNING = Date.parse('2026-11-21T09:00:00Z');
const KICK_OFF = Date.parse('2026-11-21T15:00:00Z');
const LEAGUES: League[] = ['premier_league', 'la_liga'];

function aMatch(id: string, overrides: Partial<Match> = {}): Match {
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
function aRow(club: string): ProvidedRow {
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

/** A provider outside of our process, that notes who asks for what. */
class ScriptedProvider implements LeagueDataProvider {
  readonly id = 'football-data.org';
  readonly livePollMs = MINUTE_MS;
  readonly isDelayed = false;
  readonly calls: string[] = [];
  season = '2026-27';
  matches: Match[] = [1, 2, 3, 4].map((number) => aMatch(`match ${number}`));
  rows: ProvidedRow[] = [];
  /** Leagues that the answer for a day says nothing of. */
  leftOut: League[] = [];
  /** What is refused, by the words of the call. */
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
    return this.answer(`scorers ${league}`, []);
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

describe('PollScheduler', () => {
  let provider: ScriptedProvider;
  let stored: Map<League, LeagueSnapshot>;
  let store: ConstructorParameters<typeof PollScheduler>[2];
  let queue: PollScheduler;
  let now: number;
  let chance: number;

  beforeEach(() => {
    provider = new ScriptedProvider();
    stored = new Map();
    store = {
      snapshotOf: (league: League) => stored.get(league),
      store: (snapshot: LeagueSnapshot) => Promise.resolve(void stored.set(snapshot._id, snapshot)),
    };
    chance = 0;
    queue = new PollScheduler(provider, LEAGUES, store, MINUTE_MS, () => chance);
    now = MORNING;
  });

  /** Steps through this time and returns the calls made in it. */
  async function callsWithin(ms: number, stepMs = SECOND_MS): Promise<string[]> {
    const before = provider.calls.length;
    for (const end = now + ms; now < end;) {
      now += stepMs;
      await queue.step(new Date(now));
    }
    return provider.calls.slice(before);
  }

  /** All is known and a match of the Premier League is on. */
  async function kickedOff(): Promise<void> {
    await callsWithin(MINUTE_MS);
    now = KICK_OFF;
    provider.matches[0] = aMatch('match 1', {
      utcDate: new Date(KICK_OFF).toISOString(),
      status: 'IN_PLAY',
    });
    stored.delete('la_liga');
    await callsWithin(5 * MINUTE_MS);
  }

  const refusing = (kind: ProviderFault, seconds?: number) => () =>
    new ProviderError(kind, 'Refused', seconds);

  it('fetches all matches first, then tables, then scorers, each once', async () => {
    expect(await callsWithin(5 * MINUTE_MS)).toEqual(
      ['matches', 'standings', 'scorers'].flatMap((kind) =>
        LEAGUES.map((league) => `${kind} ${league}`),
      ),
    );
  });

  it('fetches matches and tables every 6 h and scorers every 12 h while no match is in play', async () => {
    await callsWithin(5 * MINUTE_MS);

    const calls = await callsWithin(23 * HOUR_MS, MINUTE_MS);

    const count = (call: string) => calls.filter((one) => one === call).length;
    expect(count('matches la_liga')).toBe(3);
    expect(count('standings la_liga')).toBe(3);
    expect(count('scorers la_liga')).toBe(1);
  });

  it('delays calls by up to a tenth of the interval, never advances them', async () => {
    chance = 0.999;
    await callsWithin(5 * MINUTE_MS);

    expect(await callsWithin(6 * HOUR_MS, MINUTE_MS)).toEqual([]);
    expect(await callsWithin(0.1 * 6 * HOUR_MS, MINUTE_MS)).toContain('matches la_liga');
  });

  it('fetches only the day of all leagues in play once a minute', async () => {
    await kickedOff();

    const calls = await callsWithin(5 * MINUTE_MS);

    expect(calls).toHaveLength(5);
    expect(new Set(calls)).toEqual(new Set(['day premier_league la_liga']));
  });

  it('fetches tables every 15 minutes while matches are in play', async () => {
    await kickedOff();

    const calls = await callsWithin(60 * MINUTE_MS);

    expect(calls.filter((call) => call === 'standings premier_league')).toHaveLength(4);
  });

  const notBegun = aMatch('match 1', { utcDate: new Date(KICK_OFF).toISOString() });

  it('polls a match past its kick-off until it has started', async () => {
    await kickedOff();
    provider.matches[0] = notBegun;
    await callsWithin(5 * HOUR_MS, MINUTE_MS);
    provider.matches[0] = { ...notBegun, status: 'IN_PLAY' };

    expect(await callsWithin(MINUTE_MS)).toContain('day premier_league la_liga');
    expect(stored.get('premier_league')?.matches.data?.[0]?.status).toBe('IN_PLAY');
  });

  it.each([
    ['has moved', { utcDate: '2026-12-20T15:00:00.000Z' }],
    ['is put off', { status: 'POSTPONED' as const }],
  ])('polls a match past its kick-off until it %s', async (_, news) => {
    await kickedOff();
    provider.matches[0] = notBegun;
    await callsWithin(10 * HOUR_MS, MINUTE_MS);

    const open = await callsWithin(HOUR_MS, MINUTE_MS);
    provider.matches[0] = { ...notBegun, ...news };
    await callsWithin(HOUR_MS, MINUTE_MS);
    const settled = await callsWithin(4 * HOUR_MS, MINUTE_MS);

    expect(open.filter((call) => call === 'matches premier_league')).toHaveLength(4);
    expect(settled).not.toContain('matches premier_league');
  });

  describe('when a call for the day fails', () => {
    /** Steps until the day is asked for and returns how long that took, in ms. */
    async function nextDayMs(): Promise<number> {
      const from = now;
      while (!(await callsWithin(SECOND_MS)).some((call) => call.startsWith('day'))) continue;
      return now - from;
    }

    it.each<ProviderFault>(['unavailable', 'bad_payload', 'forbidden'])(
      'delays scores by at most 66 s after one that is %s',
      async (kind) => {
        provider.rate = { remaining: 10, resetSeconds: 60 };
        await kickedOff();
        await nextDayMs();
        provider.refuses = refusing(kind);
        const failedMs = await nextDayMs();
        provider.refuses = () => undefined;
        const goodMs = await nextDayMs();

        expect(failedMs + goodMs).toBeLessThanOrEqual(66 * SECOND_MS);
      },
    );

    it('retries at least once a minute however long it fails', async () => {
      await kickedOff();
      provider.refuses = refusing('unavailable');

      const calls = await callsWithin(30 * MINUTE_MS);
      const days = calls.filter((call) => call.startsWith('day')).length;

      expect(days).toBeGreaterThanOrEqual(29);
      expect(days).toBeLessThanOrEqual(33);
    });

    it('keeps fetching the day while the season payload is invalid', async () => {
      await kickedOff();
      provider.refuses = (call) =>
        call.startsWith('matches') ? new ProviderError('bad_payload', 'Refused') : undefined;
      queue.requestRefresh('premier_league', new Date(now));

      const calls = await callsWithin(10 * MINUTE_MS);

      expect(calls.filter((call) => call.startsWith('day')).length).toBeGreaterThanOrEqual(9);
    });
  });

  it('keeps the age of a league missing from a response and refetches its season', async () => {
    await kickedOff();
    const before = stored.get('premier_league')?.matches.fetchedAt;
    provider.leftOut = ['premier_league'];

    const calls = await callsWithin(10 * MINUTE_MS);
    const state = stored.get('premier_league');

    expect(state?.matches.fetchedAt).toEqual(before);
    expect(state && isStale(state, now)).toBe(true);
    expect(calls.filter((call) => call.startsWith('day'))).toHaveLength(10);
    expect(await callsWithin(6 * MINUTE_MS)).toContain('matches premier_league');
  });

  it('polls as often as the plan allows without marking that data stale', async () => {
    queue = new PollScheduler(provider, LEAGUES, store, SECOND_MS, () => 0);
    provider.rate = { remaining: 10, resetSeconds: 60 };
    await kickedOff();
    const stale: boolean[] = [];
    const before = provider.calls.length;
    for (const end = now + 10 * MINUTE_MS; now < end;) {
      await callsWithin(SECOND_MS);
      stale.push(...[...stored.values()].map((state) => isStale(state, now)));
    }
    const days = provider.calls.slice(before).filter((call) => call.startsWith('day'));

    expect(days.length).toBeGreaterThanOrEqual(45);
    expect(stale).not.toContain(true);
  });

  it('fetches a requested league at once, whatever was fetched before', async () => {
    provider.rate = { remaining: 5, resetSeconds: 60 };
    await kickedOff();
    await callsWithin(MINUTE_MS);

    queue.requestRefresh('premier_league', new Date(now));
    const calls = await callsWithin(3 * SECOND_MS);

    expect(calls).toEqual(
      ['matches', 'standings', 'scorers'].map((kind) => `${kind} premier_league`),
    );
  });

  it('fetches a requested table at once while scores are polled', async () => {
    await kickedOff();
    await callsWithin(5 * MINUTE_MS);

    for (let seconds = 0; seconds < 5; seconds += 1) {
      queue.requestRefresh('premier_league', new Date(now));
      await callsWithin(SECOND_MS);
    }

    const { standings, scorers } = stored.get('premier_league') ?? {};
    expect(now - (standings?.fetchedAt?.getTime() ?? 0)).toBeLessThanOrEqual(5 * SECOND_MS);
    expect(now - (scorers?.fetchedAt?.getTime() ?? 0)).toBeLessThanOrEqual(5 * SECOND_MS);
  });

  it('fetches a requested league after the rate limit resets', async () => {
    await kickedOff();
    provider.rate = { remaining: 0, resetSeconds: 40 };
    await callsWithin(MINUTE_MS);

    queue.requestRefresh('premier_league', new Date(now));
    const calls = await callsWithin(3 * SECOND_MS);

    expect(calls.length).toBeLessThanOrEqual(1);
  });

  it('fetches the table at full time and the scorers 30 minutes later', async () => {
    await kickedOff();
    provider.matches[0] = aMatch('match 1', {
      utcDate: new Date(KICK_OFF).toISOString(),
      status: 'FINISHED',
    });

    const atTheWhistle = await callsWithin(90 * SECOND_MS);
    const halfAnHour = await callsWithin(28 * MINUTE_MS);
    const later = await callsWithin(3 * MINUTE_MS);

    expect(atTheWhistle).toContain('standings premier_league');
    expect([...atTheWhistle, ...halfAnHour]).not.toContain('scorers premier_league');
    expect(later).toContain('scorers premier_league');
  });

  describe('when the table lacks a result after full time', () => {
    const result = aMatch('match 1', {
      utcDate: new Date(KICK_OFF).toISOString(),
      status: 'FINISHED',
      score: { fullTime: { homeTeam: 2, awayTeam: 0 }, halfTime: { homeTeam: 0, awayTeam: 0 } },
    });
    /** The minutes between the calls for the table within this time. */
    async function minutesBetweenTables(ms: number): Promise<number[]> {
      const times: number[] = [];
      for (const end = now + ms; now < end;) {
        const calls = await callsWithin(30 * SECOND_MS, 30 * SECOND_MS);
        if (calls.includes('standings premier_league')) times.push(now);
      }
      return times.map((ms, index) => Math.round((ms - (times[index - 1] ?? ms)) / MINUTE_MS));
    }

    beforeEach(async () => {
      provider.rows = [aRow('arsenal'), aRow('chelsea')];
      await kickedOff();
      provider.matches[0] = result;
    });

    it('refetches the table after 1, 3, 10 and 30 minutes', async () => {
      expect(await minutesBetweenTables(110 * MINUTE_MS)).toEqual([0, 1, 3, 10, 30, 30, 30]);
    });

    it('stops refetching once the table is complete', async () => {
      await minutesBetweenTables(5 * MINUTE_MS);
      const sums = { playedGames: 1, goalsFor: 2, goalsAgainst: 0, goalDifference: 2 };
      provider.rows = [
        { ...aRow('arsenal'), ...sums, won: 1, points: 3 },
        { ...aRow('chelsea'), ...sums, goalsFor: 0, goalsAgainst: 2, lost: 1 },
      ];

      expect(await minutesBetweenTables(5 * HOUR_MS)).toEqual([0]);
    });

    it('refetches every 30 minutes for at most 12 hours', async () => {
      const times = await minutesBetweenTables(24 * HOUR_MS);

      expect(times.slice(-1)).toEqual([360]);
    });

    it('refetches the table when a result is changed afterwards', async () => {
      provider.rows = [];
      await minutesBetweenTables(10 * MINUTE_MS);
      provider.matches[0] = {
        ...result,
        score: { ...result.score, fullTime: { homeTeam: 3, awayTeam: 0 } },
      };
      now = KICK_OFF + 6 * HOUR_MS + 10 * MINUTE_MS;

      expect(await callsWithin(2 * MINUTE_MS)).toContain('standings premier_league');
    });
  });

  it('drops a match missing from the season, but not one missing from the day', async () => {
    await kickedOff();
    provider.matches = provider.matches.slice(0, 3);

    await callsWithin(2 * MINUTE_MS);
    const duringTheDay = stored.get('premier_league')?.matches.data?.length;
    provider.matches[0] = aMatch('match 1', { status: 'FINISHED' });
    await callsWithin(7 * HOUR_MS, MINUTE_MS);

    expect(duringTheDay).toBe(4);
    expect(stored.get('premier_league')?.matches.data).toHaveLength(3);
  });

  it('rejects a season with fewer than half of the stored matches', async () => {
    await callsWithin(MINUTE_MS);
    provider.matches = provider.matches.slice(0, 1);

    await callsWithin(7 * HOUR_MS, MINUTE_MS);

    const { matches } = stored.get('la_liga') ?? {};
    expect(matches?.data).toHaveLength(4);
    expect(matches?.lastError).toBe('bad_payload');
  });

  it('accepts a new season with few matches and clears the old table', async () => {
    await callsWithin(MINUTE_MS);
    provider.season = '2027-28';
    provider.matches = [aMatch('new')];

    await callsWithin(7 * HOUR_MS, MINUTE_MS);

    expect(stored.get('la_liga')).toMatchObject({ season: '2027-28', matches: { failures: 0 } });
  });

  it('backs off to once an hour while the provider is down', async () => {
    provider.refuses = refusing('unavailable');

    const gaps: number[] = [];
    let last = now;
    for (let tries = 0; tries < 12;) {
      now += SECOND_MS;
      const before = provider.calls.length;
      await queue.step(new Date(now));
      if (provider.calls.slice(before).includes('matches premier_league')) {
        gaps.push(Math.round((now - last) / MINUTE_MS));
        last = now;
        tries += 1;
      }
    }

    expect(gaps).toEqual([0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60]);
  });

  it('keeps the last good data when a call fails', async () => {
    await kickedOff();
    const good = stored.get('premier_league')?.matches;
    provider.refuses = refusing('bad_payload');

    await callsWithin(10 * MINUTE_MS);

    expect(stored.get('premier_league')?.matches).toMatchObject({
      data: good?.data,
      lastError: 'bad_payload',
    });
  });

  it('stops all calls after an invalid key', async () => {
    provider.refuses = refusing('invalid_key');

    const calls = await callsWithin(24 * HOUR_MS, MINUTE_MS);

    expect(calls).toHaveLength(1);
    expect(stored.get('la_liga')?.matches.lastError).toBe('invalid_key');
  });

  it('stops fetching a forbidden league but continues with the others', async () => {
    provider.refuses = (call) =>
      call.endsWith('premier_league') ? new ProviderError('forbidden', 'Refused') : undefined;

    const calls = await callsWithin(24 * HOUR_MS, MINUTE_MS);

    expect(calls.filter((call) => call.endsWith('premier_league'))).toHaveLength(1);
    expect(calls).toContain('scorers la_liga');
  });

  it('finds the forbidden league after the day of several leagues is refused', async () => {
    await kickedOff();
    provider.refuses = (call) =>
      call.includes('premier_league') ? new ProviderError('forbidden', 'Refused') : undefined;

    const calls = await callsWithin(10 * MINUTE_MS);

    expect(calls.slice(0, 4)).toEqual([
      'day premier_league la_liga',
      'day premier_league la_liga',
      'matches premier_league',
      'matches la_liga',
    ]);
    expect(calls.slice(4)).toContain('day la_liga');
  });

  it('makes no call until the rate limit resets', async () => {
    provider.refuses = refusing('rate_limited', 50);
    await callsWithin(SECOND_MS);
    provider.refuses = () => undefined;

    expect(await callsWithin(49 * SECOND_MS)).toEqual([]);
    expect(await callsWithin(SECOND_MS)).toHaveLength(1);
  });

  it.each<[string, Rate | undefined, number]>([
    ['fewer than ten calls a minute where nothing is told', undefined, 6],
    ['what is left over the rest of the minute', { remaining: 3, resetSeconds: 30 }, 5],
    ['one call at the reset where nothing is left', { remaining: 0, resetSeconds: 40 }, 2],
  ])('spreads %s', async (_, rate, calls) => {
    provider.rate = rate;

    expect(await callsWithin(45 * SECOND_MS)).toHaveLength(calls);
  });
});
