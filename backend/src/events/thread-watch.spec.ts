import { describe, expect, it } from '@jest/globals';
import type { TimelineEntry } from '@kickoff/contracts';

import { ALL_LIVE } from '../football/viewpoints/match-visibility.js';
import { ThreadWatch } from './thread-watch.js';

const KICK_OFF_MS = Date.parse('2026-11-28T15:00:00.000Z');

describe('ThreadWatch of a hidden match', () => {
  const at = new Date(KICK_OFF_MS - 60_000).toISOString();
  const utcDate = '2026-11-29T15:00:00.000Z';

  it.each<[string, TimelineEntry, boolean]>([
    ['shows a new date', { seq: 1, at, kind: 'rescheduled', utcDate }, true],
    [
      'hides a kick-off',
      { seq: 1, at, kind: 'kick_off', score: { homeTeam: 0, awayTeam: 0 } },
      false,
    ],
  ])('%s before the date of the match', (_, entry, isShown) => {
    const watch = new ThreadWatch('ann');
    watch.setMoment('m1', { mode: 'hidden', untilMs: KICK_OFF_MS - 1 });
    const row = { minute: null, kind: 'entry', entry } as const;
    const audience = { to: 'watchersOf', matchId: 'm1', atMs: Date.parse(at) } as const;

    const shown = watch.toShown(row, audience, { hidden: new Set(), matches: ALL_LIVE });

    expect(shown).toBe(isShown ? row : undefined);
  });
});
