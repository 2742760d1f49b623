import { beforeEach, describe, expect, it } from '@jest/globals';

import { aMatch, aRow, KICK_OFF, ScriptedPolling } from '../../../test/support/scripted-polling.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

describe('PollScheduler on a match day', () => {
  let polling: ScriptedPolling;

  beforeEach(() => {
    polling = new ScriptedPolling();
  });

  it('fetches only the day of all leagues in play once a minute', async () => {
    await polling.kickOff();

    const calls = await polling.callsWithin(5 * MINUTE_MS);

    expect(calls).toHaveLength(5);
    expect(new Set(calls)).toEqual(new Set(['day premier_league la_liga']));
  });

  it('fetches tables every 15 minutes while matches are in play', async () => {
    await polling.kickOff();

    const calls = await polling.callsWithin(60 * MINUTE_MS);

    expect(calls.filter((call) => call === 'standings premier_league')).toHaveLength(4);
  });

  const notBegun = aMatch('match 1', { utcDate: new Date(KICK_OFF).toISOString() });

  it('polls a match past its kick-off until it has started', async () => {
    await polling.kickOff();
    polling.provider.matches[0] = notBegun;
    await polling.callsWithin(5 * HOUR_MS, MINUTE_MS);
    polling.provider.matches[0] = { ...notBegun, status: 'IN_PLAY' };

    expect(await polling.callsWithin(MINUTE_MS)).toContain('day premier_league la_liga');
    expect(polling.stored.get('premier_league')?.matches.data?.[0]?.status).toBe('IN_PLAY');
  });

  it.each([
    ['has moved', { utcDate: '2026-12-20T15:00:00.000Z' }],
    ['is postponed', { status: 'POSTPONED' as const }],
  ])('polls a match past its kick-off until it %s', async (_, changes) => {
    await polling.kickOff();
    polling.provider.matches[0] = notBegun;
    await polling.callsWithin(10 * HOUR_MS, MINUTE_MS);

    const open = await polling.callsWithin(HOUR_MS, MINUTE_MS);
    polling.provider.matches[0] = { ...notBegun, ...changes };
    await polling.callsWithin(HOUR_MS, MINUTE_MS);
    const settled = await polling.callsWithin(4 * HOUR_MS, MINUTE_MS);

    expect(open.filter((call) => call === 'matches premier_league')).toHaveLength(4);
    expect(settled).not.toContain('matches premier_league');
  });

  it('polls a match of which only the day is known every 15 minutes on that day', async () => {
    const midnight = '2026-11-22T00:00:00.000Z';
    polling.provider.matches[0] = aMatch('match 1', { utcDate: midnight });
    await polling.callsWithin(5 * MINUTE_MS);
    polling.now = Date.parse(midnight);
    await polling.callsWithin(5 * MINUTE_MS);

    const calls = await polling.callsWithin(HOUR_MS, MINUTE_MS);

    expect(calls.filter((call) => call === 'matches premier_league')).toHaveLength(4);
    expect(calls).not.toContain('day premier_league la_liga');
  });

  it('polls a suspended match every 15 minutes until 36 hours after its kick-off', async () => {
    await polling.kickOff();
    polling.provider.matches[0] = { ...notBegun, status: 'SUSPENDED' };
    await polling.callsWithin(3 * HOUR_MS, MINUTE_MS);

    const suspended = await polling.callsWithin(HOUR_MS, MINUTE_MS);
    await polling.callsWithin(32 * HOUR_MS, MINUTE_MS);
    const later = await polling.callsWithin(4 * HOUR_MS, MINUTE_MS);

    expect(suspended.filter((call) => call === 'matches premier_league')).toHaveLength(4);
    expect(later).not.toContain('matches premier_league');
  });

  it.each([3, 20])(
    'polls a match as in play again once it has resumed after %i hours',
    async (hours) => {
      await polling.kickOff();
      polling.provider.matches[0] = { ...notBegun, status: 'SUSPENDED' };
      await polling.callsWithin(hours * HOUR_MS, MINUTE_MS);
      polling.provider.matches[0] = { ...notBegun, status: 'IN_PLAY' };
      await polling.callsWithin(17 * MINUTE_MS);

      const calls = await polling.callsWithin(5 * MINUTE_MS);

      expect(calls.filter((call) => call === 'day premier_league la_liga')).toHaveLength(5);
    },
  );

  it('polls a resumed match every 15 minutes if it has not ended 6 hours later', async () => {
    await polling.kickOff();
    polling.provider.matches[0] = { ...notBegun, status: 'SUSPENDED' };
    await polling.callsWithin(20 * HOUR_MS, MINUTE_MS);
    polling.provider.matches[0] = { ...notBegun, status: 'IN_PLAY' };
    await polling.callsWithin(7 * HOUR_MS, MINUTE_MS);

    const calls = await polling.callsWithin(HOUR_MS, MINUTE_MS);

    expect(calls.filter((call) => call === 'matches premier_league')).toHaveLength(4);
    expect(calls).not.toContain('day premier_league la_liga');
  });

  it('fetches the table at full time and the scorers 30 minutes later', async () => {
    await polling.kickOff();
    polling.provider.matches[0] = aMatch('match 1', {
      utcDate: new Date(KICK_OFF).toISOString(),
      status: 'FINISHED',
    });

    const atTheWhistle = await polling.callsWithin(90 * SECOND_MS);
    const halfAnHour = await polling.callsWithin(28 * MINUTE_MS);
    const later = await polling.callsWithin(3 * MINUTE_MS);

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
      for (const end = polling.now + ms; polling.now < end;) {
        const calls = await polling.callsWithin(30 * SECOND_MS, 30 * SECOND_MS);
        if (calls.includes('standings premier_league')) times.push(polling.now);
      }
      return times.map((ms, index) => Math.round((ms - (times[index - 1] ?? ms)) / MINUTE_MS));
    }

    beforeEach(async () => {
      polling.provider.rows = [aRow('arsenal'), aRow('chelsea')];
      await polling.kickOff();
      polling.provider.matches[0] = result;
    });

    it('refetches the table after 1, 3, 10 and 30 minutes', async () => {
      expect(await minutesBetweenTables(110 * MINUTE_MS)).toEqual([0, 1, 3, 10, 30, 30, 30]);
    });

    it('stops refetching once the table is complete', async () => {
      await minutesBetweenTables(5 * MINUTE_MS);
      const sums = { playedGames: 1, goalsFor: 2, goalsAgainst: 0, goalDifference: 2 };
      polling.provider.rows = [
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
      polling.provider.rows = [];
      await minutesBetweenTables(10 * MINUTE_MS);
      polling.provider.matches[0] = {
        ...result,
        score: { ...result.score, fullTime: { homeTeam: 3, awayTeam: 0 } },
      };
      polling.now = KICK_OFF + 6 * HOUR_MS + 10 * MINUTE_MS;

      expect(await polling.callsWithin(2 * MINUTE_MS)).toContain('standings premier_league');
    });
  });
});
