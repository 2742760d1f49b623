import { aLiveMatch, aMatch, aResult, at, NOW } from '@kickoff/testing';
import { describe, expect, it } from '@jest/globals';

import { firstDays, matchDaysOf } from './match-days';

const now = NOW.getTime();
const idsOf = (days: { matches: { id: string }[] }[]) =>
  days.map(({ matches }) => matches.map(({ id }) => id));

describe('matchDaysOf', () => {
  it('puts what is in play first, then what is to come today, then what is over', () => {
    const matches = [
      aResult({ id: 'over', utcDate: at(0, 12) }),
      aMatch({ id: 'late', utcDate: at(0, 21) }),
      aMatch({ id: 'soon', utcDate: at(0, 17) }),
      aLiveMatch({ id: 'live' }),
    ];

    expect(idsOf(matchDaysOf(matches, now).today)).toEqual([['live', 'soon', 'late', 'over']]);
  });

  it('counts a match in play as today although it began before midnight', () => {
    const afterMidnight = new Date(2026, 10, 21, 0, 20).getTime();
    const live = aLiveMatch({ utcDate: at(-1, 23, 30) });

    expect(matchDaysOf([live], afterMidnight).today[0]?.heading).toBe(
      'Today, Saturday 21 November · Matchday 12',
    );
  });

  it('has the nearest day to come and the latest past day first', () => {
    const { coming, earlier } = matchDaysOf(
      [
        aResult({ id: 'long ago', utcDate: at(-14, 15) }),
        aResult({ id: 'last week', utcDate: at(-7, 15) }),
        aMatch({ id: 'tomorrow', utcDate: at(1, 15) }),
        aMatch({ id: 'next week', utcDate: at(7, 15) }),
      ],
      now,
    );

    expect(idsOf(coming)).toEqual([['tomorrow'], ['next week']]);
    expect(idsOf(earlier)).toEqual([['last week'], ['long ago']]);
  });

  it('keeps the matchdays of one day apart', () => {
    const { coming } = matchDaysOf(
      [
        aMatch({ id: 'moved', utcDate: at(1, 15), matchday: 9 }),
        aMatch({ id: 'usual', utcDate: at(1, 14), matchday: 12 }),
      ],
      now,
    );

    expect(coming.map(({ heading }) => heading)).toEqual([
      'Sunday 22 November · Matchday 12',
      'Sunday 22 November · Matchday 9',
    ]);
  });

  it('names the day alone where the source knows no matchday', () => {
    const { coming } = matchDaysOf([aMatch({ utcDate: at(1, 15), matchday: null })], now);

    expect(coming[0]?.heading).toBe('Sunday 22 November');
  });
});

describe('firstDays', () => {
  const day = (count: number) => ({
    heading: `${count}`,
    matches: Array.from({ length: count }, () => aMatch({})),
  });

  it('never cuts a day in two', () => {
    expect(firstDays([day(4), day(5), day(6)], 6)).toHaveLength(2);
  });

  it('gives all days when there are fewer matches', () => {
    expect(firstDays([day(1), day(2)], 6)).toHaveLength(2);
  });
});
