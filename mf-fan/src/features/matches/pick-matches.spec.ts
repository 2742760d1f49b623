import { aMatch, aResult, at, NOW } from '@kickoff/testing';
import { describe, expect, it } from '@jest/globals';

import { nextMatches, recentMatches } from './pick-matches';

const idsOf = (matches: readonly { id: string }[]) => matches.map(({ id }) => id);
const now = NOW.getTime();

describe('recent matches', () => {
  it("begin with the favourite club's last two, newest first, and have none twice", () => {
    const own = [9, 2, 16].map((days) =>
      aResult({ id: `own ${days}`, home: 'Arsenal', utcDate: at(-days, 15) }),
    );
    const others = ['a', 'b', 'c', 'd'].map((id) => aResult({ id }));

    const shown = recentMatches([...own.slice(1, 2), ...others], [...own, ...others], 'arsenal');

    expect(idsOf(shown)).toEqual(['own 2', 'own 9', 'a', 'b']);
  });
});

describe('next matches', () => {
  it("begin with the favourite club's first, then go by kick-off", () => {
    const coming = [1, 2, 3, 4, 5].map((days) =>
      aMatch({ id: `in ${days}`, utcDate: at(days, 15) }),
    );
    const own = [6, 7].map((days) =>
      aMatch({ id: `own in ${days}`, away: 'Arsenal', utcDate: at(days, 15) }),
    );

    expect(idsOf(nextMatches([...own, ...coming.toReversed()], 'arsenal', now))).toEqual([
      'own in 6',
      'in 1',
      'in 2',
      'in 3',
    ]);
  });

  it('leave out what should have begun and what is not to be played', () => {
    const late = aMatch({ id: 'late', utcDate: at(0, 14) });
    const off = aMatch({ id: 'off', utcDate: at(1, 15), status: 'POSTPONED' });

    expect(nextMatches([late, off], undefined, now)).toEqual([]);
  });
});
