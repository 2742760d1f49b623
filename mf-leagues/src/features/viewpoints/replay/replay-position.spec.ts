import type { Viewpoint } from '@kickoff/contracts';
import { describe, expect, it } from '@jest/globals';

import { formatPosition, positionAt, withinBar } from './replay-position';

const aReplay = (facts: Partial<Viewpoint>): Viewpoint => ({
  matchId: 'demo:1',
  mode: 'replay',
  position: 600,
  duration: 7_200,
  ...facts,
});

describe('positionAt', () => {
  it.each([
    [600, 'stays while it is paused', { playing: false }],
    [610, 'moves by a second a second', { playing: true, speed: 1 } as const],
    [680, 'moves at its speed', { playing: true, speed: 8 } as const],
    [7_205, 'passes the end of the bar', { playing: true, position: 7_195 }],
    [14_400, 'stops at the last position', { playing: true, position: 14_395 }],
  ])('returns %s before the end of the match: it %s', (position, _, facts) => {
    expect(positionAt(aReplay(facts), 10_000, false)).toBe(position);
  });

  it.each([
    [7_200, 7_195],
    [7_300, 7_300],
  ])('stops at %s after the end of the match', (position, from) => {
    expect(positionAt(aReplay({ playing: true, position: from }), 10_000, true)).toBe(position);
  });
});

describe('withinBar', () => {
  it('clamps positions to the ends of the bar', () => {
    expect([-5, 300, 7_205].map((position) => withinBar(7_200, position))).toEqual([0, 300, 7_200]);
  });
});

describe('formatPosition', () => {
  it('returns hours, minutes and seconds', () => {
    expect([0, 65, 3_661, 10_800].map(formatPosition)).toEqual([
      '0:00:00',
      '0:01:05',
      '1:01:01',
      '3:00:00',
    ]);
  });
});
