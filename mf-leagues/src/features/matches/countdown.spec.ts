import { at, NOW } from '@kickoff/testing';
import { describe, expect, it } from '@jest/globals';

import { formatCountdown } from './countdown';

const now = NOW.getTime();

describe('formatCountdown', () => {
  it.each([
    [at(9, 14, 35), 'Kick-off in 9 days'],
    [at(2, 14, 35), 'Kick-off in 2 days'],
    [at(1, 14, 35), 'Kick-off in 24\u00a0h'],
    [at(0, 16, 50), 'Kick-off in 2\u00a0h\u00a015\u00a0min'],
    [at(0, 14, 36), 'Kick-off in 1\u00a0min'],
    [at(0, 14, 35), 'Kick-off at any moment'],
    [at(0, 14, 0), 'Kick-off at any moment'],
  ])('formats a kick-off at %s as %s', (kickOff, words) => {
    expect(formatCountdown(kickOff, now)).toBe(words);
  });
});
