import { describe, expect, it } from '@jest/globals';
import type { Match } from '@kickoff/contracts';

import { teamOf } from '../leagues.js';
import { correctedMatches } from './corrected-matches.js';

function aMatch(status: Match['status'], home: number | null, away: number | null): Match {
  return {
    id: '1',
    homeTeam: teamOf('arsenal'),
    awayTeam: teamOf('chelsea'),
    utcDate: '2026-11-21T15:00:00.000Z',
    status,
    matchday: 12,
    score: {
      fullTime: { homeTeam: home, awayTeam: away },
      halfTime: { homeTeam: null, awayTeam: null },
    },
  };
}

describe('correctedMatches', () => {
  it.each<[string, Match, Match, boolean]>([
    ['a cancelled goal', aMatch('IN_PLAY', 2, 0), aMatch('IN_PLAY', 1, 0), true],
    ['a goal reassigned to the other team', aMatch('IN_PLAY', 1, 0), aMatch('PAUSED', 0, 1), true],
    ['a goal cancelled at full time', aMatch('IN_PLAY', 2, 2), aMatch('FINISHED', 2, 1), true],
    ['another final score', aMatch('FINISHED', 1, 0), aMatch('FINISHED', 2, 0), true],
    ['a withdrawn result', aMatch('FINISHED', 1, 0), aMatch('SCHEDULED', null, null), true],
    ['a goal', aMatch('IN_PLAY', 1, 0), aMatch('IN_PLAY', 1, 1), false],
    ['the first goal', aMatch('SCHEDULED', null, null), aMatch('IN_PLAY', 1, 0), false],
    ['full time', aMatch('IN_PLAY', 1, 0), aMatch('FINISHED', 1, 0), false],
  ])('detects whether %s is a correction', (_, before, after, isCorrection) => {
    expect(correctedMatches([before], [after])).toEqual(isCorrection ? ['1'] : []);
  });

  it('does not count a new match as a correction', () => {
    expect(correctedMatches([], [aMatch('FINISHED', 3, 0)])).toEqual([]);
  });
});
