import { aLiveMatch, aMatch, aResult } from '@kickoff/testing';
import { describe, expect, it } from '@jest/globals';

import { formatMatchStatus, formatViewpoint } from './match-status';

describe('formatMatchStatus', () => {
  it.each([
    ["72'", aLiveMatch()],
    ['FT', aResult()],
    ['', aMatch()],
    ['In play', aMatch({ status: 'IN_PLAY', shielded: true })],
    ['Finished', aMatch({ status: 'FINISHED', shielded: true })],
  ])('returns "%s"', (words, match) => {
    expect(formatMatchStatus(match)).toBe(words);
  });
});

describe('formatViewpoint', () => {
  it.each([
    ['', undefined],
    ['', { mode: 'hidden' } as const],
    ['Behind by 45 s', { mode: 'delayed', seconds: 45 } as const],
    ['Replay', { mode: 'replay', position: 60 } as const],
  ])('returns "%s"', (words, viewpoint) => {
    const match = aMatch(viewpoint && { viewpoint: { matchId: 'demo:1', ...viewpoint } });

    expect(formatViewpoint(match)).toBe(words);
  });
});
