import type { Match } from '@kickoff/contracts';
import { describe, expect, it } from '@jest/globals';
import { aMatch } from '@kickoff/testing';

import { toMoments } from './match-moments.js';

describe('toMoments', () => {
  const match = (status: Match['status'], ...goals: [] | [number, number]): Match =>
    aMatch({ status, ...(goals.length === 0 ? {} : { goals }) });
  const momentsOf = (before: Match, after: Match) =>
    toMoments(before, after).map(({ moment, text }) => `${moment} ${text.split(':')[0] ?? ''}`);

  it.each<[string, Match, Match, string[]]>([
    ['kick-off', match('SCHEDULED'), match('IN_PLAY', 0, 0), ['kickOff Kick-off']],
    ['a goal', match('IN_PLAY', 0, 0), match('IN_PLAY', 0, 1), ['goals Goal']],
    ['a cancelled goal', match('IN_PLAY', 1, 0), match('IN_PLAY', 0, 0), ['goals Corrected']],
    [
      'a goal given to the other side',
      match('IN_PLAY', 1, 0),
      match('IN_PLAY', 0, 1),
      ['goals Corrected'],
    ],
    ['full time', match('IN_PLAY', 1, 0), match('FINISHED', 1, 0), ['fullTime Full time']],
    [
      'a goal and full time at once',
      match('IN_PLAY', 1, 0),
      match('FINISHED', 2, 0),
      ['goals Goal', 'fullTime Full time'],
    ],
    [
      'kick-off and a goal at once',
      match('SCHEDULED'),
      match('IN_PLAY', 1, 0),
      ['kickOff Kick-off', 'goals Goal'],
    ],
    ['half-time', match('IN_PLAY', 1, 0), match('PAUSED', 1, 0), []],
    ['the second half', match('PAUSED', 1, 0), match('IN_PLAY', 1, 0), []],
    ['a new date', match('SCHEDULED'), match('POSTPONED'), []],
    ['an interruption', match('IN_PLAY', 1, 0), match('SUSPENDED', 1, 0), []],
    ['the end of an interruption', match('SUSPENDED', 1, 0), match('IN_PLAY', 1, 0), []],
    ['a late kick-off', match('SUSPENDED'), match('IN_PLAY', 0, 0), ['kickOff Kick-off']],
    ['a match that is postponed after a goal', match('IN_PLAY', 1, 0), match('POSTPONED'), []],
    ['a match that is cancelled after goals', match('IN_PLAY', 2, 1), match('CANCELED'), []],
  ])('detects the moments of %s', (_, before, after, expected) => {
    expect(momentsOf(before, after)).toEqual(expected);
  });
});
