import { beforeEach, describe, expect, it } from '@jest/globals';
import { aScorer } from '@kickoff/testing';

import {
  aMatch,
  KICK_OFF,
  POLLED,
  refusing,
  ScriptedPolling,
} from '../../../test/support/scripted-polling.js';
import {
  type ProvidedMatch,
  ProviderError,
  type ProviderFault,
} from '../providers/league-data-provider.js';
import { isStale } from '../snapshots/staleness.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

describe('PollScheduler with faulty responses', () => {
  let polling: ScriptedPolling;

  beforeEach(() => {
    polling = new ScriptedPolling();
  });

  it('stores a match once that is in a response twice, as stated last', async () => {
    const moved = aMatch('match 1', { utcDate: '2026-12-25T15:00:00.000Z' });
    polling.provider.matches.push(moved);

    await polling.callsWithin(MINUTE_MS);

    const { data = [] } = polling.stored.get('la_liga')?.matches ?? {};
    expect(data.filter(({ id }) => id === moved.id)).toEqual([moved]);
  });

  it('stores no state of a match that is older by the time of its last change', async () => {
    const stateAt = (minute: string, home: number): ProvidedMatch => ({
      ...aMatch('match 1', {
        utcDate: new Date(KICK_OFF).toISOString(),
        status: 'IN_PLAY',
        score: {
          fullTime: { homeTeam: home, awayTeam: 0 },
          halfTime: { homeTeam: null, awayTeam: null },
        },
      }),
      updatedAt: `2026-11-21T${minute}:00.000Z`,
    });
    const scoreAfter = async (state: ProvidedMatch) => {
      polling.provider.matches[0] = state;
      await polling.callsWithin(2 * MINUTE_MS);
      return polling.stored.get('premier_league')?.matches.data?.find(({ id }) => id === state.id)
        ?.score.fullTime.homeTeam;
    };
    await polling.kickOff();

    const goal = await scoreAfter(stateAt('15:04', 1));
    const cached = await scoreAfter(stateAt('15:01', 0));
    const cancelled = await scoreAfter(stateAt('15:07', 0));
    const ahead = await scoreAfter(stateAt('23:00', 1));
    const corrected = await scoreAfter(stateAt('15:10', 2));

    expect([goal, cached, cancelled, ahead, corrected]).toEqual([1, 1, 0, 1, 2]);
  });

  describe('when a call for the day fails', () => {
    /** Steps until the day is asked for and returns how long that took, in ms. */
    async function nextDayMs(): Promise<number> {
      const from = polling.now;
      while (!(await polling.callsWithin(SECOND_MS)).some((call) => call.startsWith('day')))
        continue;
      return polling.now - from;
    }

    it.each<ProviderFault>(['unavailable', 'bad_payload', 'forbidden'])(
      'delays scores by at most 66 s after one that is %s',
      async (kind) => {
        polling.provider.rate = { remaining: 10, resetSeconds: 60 };
        await polling.kickOff();
        await nextDayMs();
        polling.provider.refuses = refusing(kind);
        const failedMs = await nextDayMs();
        polling.provider.refuses = () => undefined;
        const goodMs = await nextDayMs();

        expect(failedMs + goodMs).toBeLessThanOrEqual(66 * SECOND_MS);
      },
    );

    it('retries at least once a minute however long it fails', async () => {
      await polling.kickOff();
      polling.provider.refuses = refusing('unavailable');

      const calls = await polling.callsWithin(30 * MINUTE_MS);
      const days = calls.filter((call) => call.startsWith('day')).length;

      expect(days).toBeGreaterThanOrEqual(29);
      expect(days).toBeLessThanOrEqual(33);
    });

    it('continues to fetch the day while the season payload is invalid', async () => {
      await polling.kickOff();
      polling.provider.refuses = (call) =>
        call.startsWith('matches') ? new ProviderError('bad_payload', 'Refused') : undefined;
      polling.scheduler.requestRefresh('premier_league', new Date(polling.now));

      const calls = await polling.callsWithin(10 * MINUTE_MS);

      expect(calls.filter((call) => call.startsWith('day')).length).toBeGreaterThanOrEqual(9);
    });
  });

  it('preserves the age of a league missing from a response and refetches its season', async () => {
    await polling.kickOff();
    const before = polling.stored.get('premier_league')?.matches.fetchedAt;
    polling.provider.leftOut = ['premier_league'];

    const calls = await polling.callsWithin(10 * MINUTE_MS);
    const state = polling.stored.get('premier_league');

    expect(state?.matches.fetchedAt).toEqual(before);
    expect(state && isStale(state, polling.now)).toBe(true);
    expect(calls.filter((call) => call.startsWith('day'))).toHaveLength(10);
    expect(await polling.callsWithin(6 * MINUTE_MS)).toContain('matches premier_league');
  });

  it('drops a match missing from the season, but not one missing from the day', async () => {
    await polling.kickOff();
    polling.provider.matches = polling.provider.matches.slice(0, 3);

    await polling.callsWithin(2 * MINUTE_MS);
    const duringTheDay = polling.stored.get('premier_league')?.matches.data?.length;
    polling.provider.matches[0] = aMatch('match 1', { status: 'FINISHED' });
    await polling.callsWithin(7 * HOUR_MS, MINUTE_MS);

    expect(duringTheDay).toBe(4);
    expect(polling.stored.get('premier_league')?.matches.data).toHaveLength(3);
  });

  it('rejects a season with fewer than half of the stored matches', async () => {
    await polling.callsWithin(MINUTE_MS);
    polling.provider.matches = polling.provider.matches.slice(0, 1);

    await polling.callsWithin(7 * HOUR_MS, MINUTE_MS);

    const { matches } = polling.stored.get('la_liga') ?? {};
    expect(matches?.data).toHaveLength(4);
    expect(matches?.lastError).toBe('bad_payload');
  });

  it('rejects a list of scorers with fewer than half of the stored ones', async () => {
    polling.provider.scorers = [aScorer('One', 3), aScorer('Two', 2), aScorer('Three', 1)];
    await polling.callsWithin(MINUTE_MS);
    polling.provider.scorers = [];

    await polling.callsWithin(13 * HOUR_MS, MINUTE_MS);

    const { scorers } = polling.stored.get('la_liga') ?? {};
    expect(scorers?.data).toHaveLength(3);
    expect(scorers?.lastError).toBe('bad_payload');
  });

  it('accepts a new season with few matches and clears the old table', async () => {
    await polling.callsWithin(MINUTE_MS);
    polling.provider.season = '2027-28';
    polling.provider.matches = [aMatch('new')];

    await polling.callsWithin(7 * HOUR_MS, MINUTE_MS);

    expect(polling.stored.get('la_liga')).toMatchObject({
      season: '2027-28',
      matches: { failures: 0 },
    });
  });

  it('backs off to once an hour while the provider is down', async () => {
    polling.provider.refuses = refusing('unavailable');

    const gaps: number[] = [];
    let last = polling.now;
    for (let tries = 0; tries < 12;) {
      polling.now += SECOND_MS;
      const before = polling.provider.calls.length;
      await polling.scheduler.step(new Date(polling.now));
      if (polling.provider.calls.slice(before).includes('matches premier_league')) {
        gaps.push(Math.round((polling.now - last) / MINUTE_MS));
        last = polling.now;
        tries += 1;
      }
    }

    expect(gaps).toEqual([0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60]);
  });

  it('preserves the last valid data when a call fails', async () => {
    await polling.kickOff();
    const good = polling.stored.get('premier_league')?.matches;
    polling.provider.refuses = refusing('bad_payload');

    await polling.callsWithin(10 * MINUTE_MS);

    expect(polling.stored.get('premier_league')?.matches).toMatchObject({
      data: good?.data,
      lastError: 'bad_payload',
    });
  });

  it('stops all calls after an invalid key', async () => {
    polling.provider.refuses = refusing('invalid_key');

    const calls = await polling.callsWithin(24 * HOUR_MS, MINUTE_MS);

    expect(calls).toHaveLength(1);
    expect(polling.stored.get('la_liga')?.matches.lastError).toBe('invalid_key');
  });

  it('stops fetching a forbidden league but continues with the others', async () => {
    polling.provider.refuses = (call) =>
      call.endsWith('premier_league') ? new ProviderError('forbidden', 'Refused') : undefined;

    const calls = await polling.callsWithin(24 * HOUR_MS, MINUTE_MS);

    expect(calls.filter((call) => call.endsWith('premier_league'))).toHaveLength(1);
    expect(calls).toContain('scorers la_liga');
  });

  it('names the refusal of leagues that it no longer fetches', async () => {
    polling.provider.refuses = (call) =>
      call.endsWith('premier_league') ? new ProviderError('forbidden', 'Refused') : undefined;
    await polling.callsWithin(MINUTE_MS);
    const refusals = () => POLLED.map((league) => polling.scheduler.refusalOf(league));

    expect(refusals()).toEqual(['forbidden', undefined]);
    polling.provider.refuses = refusing('invalid_key');
    await polling.callsWithin(24 * HOUR_MS, MINUTE_MS);

    expect(refusals()).toEqual(['invalid_key', 'invalid_key']);
    expect(polling.scheduler.refusalOf('serie_a')).toBeUndefined();
  });

  it('finds the forbidden league after the day of several leagues is rejected', async () => {
    await polling.kickOff();
    polling.provider.refuses = (call) =>
      call.includes('premier_league') ? new ProviderError('forbidden', 'Refused') : undefined;

    const calls = await polling.callsWithin(10 * MINUTE_MS);

    expect(calls.slice(0, 4)).toEqual([
      'day premier_league la_liga',
      'day premier_league la_liga',
      'matches premier_league',
      'matches la_liga',
    ]);
    expect(calls.slice(4)).toContain('day la_liga');
  });
});
