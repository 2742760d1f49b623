import { beforeEach, describe, expect, it } from '@jest/globals';

import { POLLED, refusing, ScriptedPolling } from '../../../test/support/scripted-polling.js';
import type { Rate } from '../providers/league-data-provider.js';
import { isStale } from '../snapshots/staleness.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

describe('PollScheduler', () => {
  let polling: ScriptedPolling;

  beforeEach(() => {
    polling = new ScriptedPolling();
  });

  it('fetches all matches first, then tables, then scorers, each once', async () => {
    expect(await polling.callsWithin(5 * MINUTE_MS)).toEqual(
      ['matches', 'standings', 'scorers'].flatMap((kind) =>
        POLLED.map((league) => `${kind} ${league}`),
      ),
    );
  });

  it('fetches matches and tables every 6 h and scorers every 12 h while no match is in play', async () => {
    await polling.callsWithin(5 * MINUTE_MS);

    const calls = await polling.callsWithin(23 * HOUR_MS, MINUTE_MS);

    const count = (call: string) => calls.filter((one) => one === call).length;
    expect(count('matches la_liga')).toBe(3);
    expect(count('standings la_liga')).toBe(3);
    expect(count('scorers la_liga')).toBe(1);
  });

  it('delays calls by up to a tenth of the interval', async () => {
    polling.chance = 0.999;
    await polling.callsWithin(5 * MINUTE_MS);

    expect(await polling.callsWithin(6 * HOUR_MS, MINUTE_MS)).toEqual([]);
    expect(await polling.callsWithin(0.1 * 6 * HOUR_MS, MINUTE_MS)).toContain('matches la_liga');
  });

  it('polls as often as the plan allows without marking that data stale', async () => {
    polling.scheduler = polling.createScheduler(SECOND_MS);
    polling.provider.rate = { remaining: 10, resetSeconds: 60 };
    await polling.kickOff();
    const stale: boolean[] = [];
    const before = polling.provider.calls.length;
    for (const end = polling.now + 10 * MINUTE_MS; polling.now < end;) {
      await polling.callsWithin(SECOND_MS);
      stale.push(...[...polling.stored.values()].map((state) => isStale(state, polling.now)));
    }
    const days = polling.provider.calls.slice(before).filter((call) => call.startsWith('day'));

    expect(days.length).toBeGreaterThanOrEqual(45);
    expect(stale).not.toContain(true);
  });

  it('fetches a requested league at once, whatever was fetched before', async () => {
    polling.provider.rate = { remaining: 5, resetSeconds: 60 };
    await polling.kickOff();
    await polling.callsWithin(MINUTE_MS);

    polling.scheduler.requestRefresh('premier_league', new Date(polling.now));
    const calls = await polling.callsWithin(3 * SECOND_MS);

    expect(calls).toEqual(
      ['matches', 'standings', 'scorers'].map((kind) => `${kind} premier_league`),
    );
  });

  it('fetches a requested table at once while scores are polled', async () => {
    await polling.kickOff();
    await polling.callsWithin(5 * MINUTE_MS);

    for (let seconds = 0; seconds < 5; seconds += 1) {
      polling.scheduler.requestRefresh('premier_league', new Date(polling.now));
      await polling.callsWithin(SECOND_MS);
    }

    const { standings, scorers } = polling.stored.get('premier_league') ?? {};
    expect(polling.now - (standings?.fetchedAt?.getTime() ?? 0)).toBeLessThanOrEqual(5 * SECOND_MS);
    expect(polling.now - (scorers?.fetchedAt?.getTime() ?? 0)).toBeLessThanOrEqual(5 * SECOND_MS);
  });

  it('makes at most one call for a requested league in 3 s while the rate limit is used up', async () => {
    await polling.kickOff();
    polling.provider.rate = { remaining: 0, resetSeconds: 40 };
    await polling.callsWithin(MINUTE_MS);

    polling.scheduler.requestRefresh('premier_league', new Date(polling.now));
    const calls = await polling.callsWithin(3 * SECOND_MS);

    expect(calls.length).toBeLessThanOrEqual(1);
  });

  it('makes no call until the rate limit resets', async () => {
    polling.provider.refuses = refusing('rate_limited', 50);
    await polling.callsWithin(SECOND_MS);
    polling.provider.refuses = () => undefined;

    expect(await polling.callsWithin(49 * SECOND_MS)).toEqual([]);
    expect(await polling.callsWithin(SECOND_MS)).toHaveLength(1);
  });

  it.each<[string, Rate | undefined, number]>([
    ['fewer than ten calls a minute when the rate is unknown', undefined, 6],
    ['the remaining calls over the rest of the minute', { remaining: 3, resetSeconds: 30 }, 5],
    ['one call at the reset when none remains', { remaining: 0, resetSeconds: 40 }, 2],
  ])('schedules %s', async (_, rate, calls) => {
    polling.provider.rate = rate;

    expect(await polling.callsWithin(45 * SECOND_MS)).toHaveLength(calls);
  });
});
