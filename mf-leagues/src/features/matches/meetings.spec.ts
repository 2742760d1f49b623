import { aMatch, aResult, at } from '@kickoff/testing';
import { describe, expect, it } from '@jest/globals';

import { findMeetings } from './meetings';

const match = aMatch({ id: 'this', utcDate: at(0, 20) });

describe('findMeetings', () => {
  it('finds the earliest later match of both clubs', () => {
    const season = [
      aMatch({ id: 'last', utcDate: at(90, 15), home: 'Chelsea', away: 'Liverpool' }),
      aMatch({ id: 'next', utcDate: at(60, 15), home: 'Chelsea', away: 'Liverpool' }),
      aMatch({ id: 'other', utcDate: at(7, 15), away: 'Everton' }),
      aResult({ id: 'before', utcDate: at(-7, 15) }),
      match,
    ];

    expect(findMeetings(match, [], season).next?.id).toBe('next');
  });

  it('returns the three meetings before the match, latest first', () => {
    const played = [5, -7, -14, -21, -28].map((day) =>
      aResult({ id: `${day}`, utcDate: at(day, 15) }),
    );

    const { next, previous } = findMeetings(match, played, []);

    expect(previous.map(({ id }) => id)).toEqual(['-7', '-14', '-21']);
    expect(next).toBeUndefined();
  });
});
