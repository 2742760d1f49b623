import { describe, expect, it } from '@jest/globals';
import type { ThreadRow, TimelineEntry } from '@kickoff/contracts';
import { aMatch, aPost } from '@kickoff/testing';

import { ALL_LIVE } from '../football/viewpoints/match-visibility.js';
import { ThreadWatch } from './thread-watch.js';

const KICK_OFF_MS = Date.parse('2026-11-28T15:00:00.000Z');

describe('ThreadWatch of a hidden match', () => {
  const at = new Date(KICK_OFF_MS - 60_000).toISOString();
  const utcDate = '2026-11-29T15:00:00.000Z';

  const aPostRow = (minute: string | null): ThreadRow => ({
    minute,
    kind: 'post',
    at,
    post: aPost({ match: { ...aMatch(), league: 'premier_league', minute } }),
  });
  const anEntryRow = (entry: Pick<TimelineEntry, 'kind' | 'score' | 'utcDate'>): ThreadRow => ({
    minute: null,
    kind: 'entry',
    entry: { seq: 1, at, ...entry },
  });

  it.each<[string, ThreadRow, boolean]>([
    ['shows a new date', anEntryRow({ kind: 'rescheduled', utcDate }), true],
    [
      'hides a kick-off',
      anEntryRow({ kind: 'kick_off', score: { homeTeam: 0, awayTeam: 0 } }),
      false,
    ],
    ['shows a post before the kick-off', aPostRow(null), true],
    ['hides a post after the kick-off', aPostRow('1'), false],
  ])('%s before the date of the match', (_, row, isShown) => {
    const watch = new ThreadWatch('ann');
    watch.setMoment('m1', { mode: 'hidden', untilMs: KICK_OFF_MS - 1 });
    const audience = { to: 'watchersOf', matchId: 'm1', atMs: Date.parse(at) } as const;

    const shown = watch.toShown(row, audience, { hidden: new Set(), matches: ALL_LIVE });

    expect(shown).toBe(isShown ? row : undefined);
  });
});
