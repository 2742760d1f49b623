import { aLiveMatch, aMatch, aResult, at, NOW } from '@kickoff/testing';
import { describe, expect, it } from '@jest/globals';

import { firstDays, groupByDay, todayAndNext } from './match-days';

const now = NOW.getTime();
const idsOf = (days: { matches: { id: string }[] }[]) =>
  days.map(({ matches }) => matches.map(({ id }) => id));

describe('groupByDay', () => {
  it('sorts live matches first, then upcoming ones of today, then finished', () => {
    const matches = [
      aResult({ id: 'over', utcDate: at(0, 12) }),
      aMatch({ id: 'late', utcDate: at(0, 21) }),
      aMatch({ id: 'soon', utcDate: at(0, 17) }),
      aLiveMatch({ id: 'live' }),
    ];

    expect(idsOf(groupByDay(matches, now).today)).toEqual([['live', 'soon', 'late', 'over']]);
  });

  it('counts a live match as today although it began before midnight', () => {
    const afterMidnight = new Date(2026, 10, 21, 0, 20).getTime();
    const live = aLiveMatch({ utcDate: at(-1, 23, 30) });

    expect(groupByDay([live], afterMidnight).today[0]?.heading).toBe(
      'Today, Saturday 21 November · Matchday 12',
    );
  });

  it('sorts the nearest fixture and the newest result first', () => {
    const { fixtures, results } = groupByDay(
      [
        aResult({ id: 'long ago', utcDate: at(-14, 15) }),
        aResult({ id: 'early', utcDate: at(-7, 13) }),
        aResult({ id: 'late', utcDate: at(-7, 18) }),
        aMatch({ id: 'next week', utcDate: at(7, 15) }),
        aMatch({ id: 'tomorrow', utcDate: at(1, 15) }),
      ],
      now,
    );

    expect(idsOf(fixtures)).toEqual([['tomorrow'], ['next week']]);
    expect(idsOf(results)).toEqual([['late', 'early'], ['long ago']]);
  });

  it('counts finished matches of today as results and upcoming ones as fixtures', () => {
    const { fixtures, results } = groupByDay(
      [
        aResult({ id: 'over', utcDate: at(0, 12) }),
        aLiveMatch({ id: 'live' }),
        aMatch({ id: 'soon', utcDate: at(0, 17) }),
      ],
      now,
    );

    expect(idsOf(results)).toEqual([['over']]);
    expect(idsOf(fixtures)).toEqual([['soon']]);
  });

  it('adds later days to a day with less than a page of matches', () => {
    const days = groupByDay(
      [
        aMatch({ id: 'soon', utcDate: at(0, 17) }),
        aMatch({ id: 'tomorrow', utcDate: at(1, 15) }),
        aMatch({ id: 'next week', utcDate: at(7, 15) }),
      ],
      now,
    );

    expect(idsOf(todayAndNext(days, 1))).toEqual([['soon']]);
    expect(idsOf(todayAndNext(days, 2))).toEqual([['soon'], ['tomorrow']]);
  });

  it('separates the matchdays of one day', () => {
    const { fixtures } = groupByDay(
      [
        aMatch({ id: 'moved', utcDate: at(1, 15), matchday: 9 }),
        aMatch({ id: 'usual', utcDate: at(1, 14), matchday: 12 }),
      ],
      now,
    );

    expect(fixtures.map(({ heading }) => heading)).toEqual([
      'Sunday 22 November · Matchday 12',
      'Sunday 22 November · Matchday 9',
    ]);
  });

  it('omits the matchday if the provider has none', () => {
    const { fixtures } = groupByDay([aMatch({ utcDate: at(1, 15), matchday: null })], now);

    expect(fixtures[0]?.heading).toBe('Sunday 22 November');
  });
});

describe('firstDays', () => {
  const day = (count: number) => ({
    heading: `${count}`,
    matches: Array.from({ length: count }, () => aMatch({})),
  });

  it('never splits a day', () => {
    expect(firstDays([day(4), day(5), day(6)], 6)).toHaveLength(2);
  });

  it('returns all days of fewer matches', () => {
    expect(firstDays([day(1), day(2)], 6)).toHaveLength(2);
  });
});
