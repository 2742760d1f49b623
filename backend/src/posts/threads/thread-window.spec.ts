import { describe, expect, it } from '@jest/globals';
import type { TimelineEntry } from '@kickoff/contracts';

import { threadWindow } from './thread-window.js';

const KICK_OFF = '2026-12-05T18:30:00.000Z';
const LIVE = { isLive: true };

function timeline(...rows: [string, Partial<TimelineEntry> & Pick<TimelineEntry, 'kind'>][]) {
  return rows.map(([at, fields], index) => ({ seq: index + 1, at, ...fields }));
}
const stateAt = (at: string, entries: TimelineEntry[], isLive = true) =>
  threadWindow({ match: { utcDate: KICK_OFF }, entries }, new Date(at), { isLive }).state;

const PLAYED = timeline(
  [KICK_OFF, { kind: 'kick_off' }],
  ['2026-12-05T20:25:00.000Z', { kind: 'full_time' }],
);
const POSTPONED = timeline(['2026-12-05T17:00:00.000Z', { kind: 'postponed' }]);

describe('threadWindow', () => {
  it.each([
    ['2026-12-05T17:29:59.999Z', 'before'],
    ['2026-12-05T17:30:00.000Z', 'open'],
  ])('opens 60 minutes before kick-off (at %s: %s)', (at, state) => {
    expect(stateAt(at, [])).toBe(state);
  });

  it.each([
    ['2026-12-06T20:24:59.999Z', 'open'],
    ['2026-12-06T20:25:00.000Z', 'closed'],
  ])('closes 24 hours after full time (at %s: %s)', (at, state) => {
    expect(stateAt(at, PLAYED)).toBe(state);
  });

  it('returns the closing time once the fan has seen full time', () => {
    const match = { utcDate: KICK_OFF };
    const now = new Date('2026-12-05T21:00:00.000Z');

    expect(threadWindow({ match, entries: PLAYED.slice(0, 1) }, now, LIVE)).toEqual({
      state: 'open',
      opensAt: new Date('2026-12-05T17:30:00.000Z'),
    });
    expect(threadWindow({ match, entries: PLAYED }, now, LIVE).closesAt).toEqual(
      new Date('2026-12-06T20:25:00.000Z'),
    );
  });

  it.each(['postponed', 'cancelled'] as const)('closes 24 hours after a match was %s', (kind) => {
    const entries = timeline(['2026-12-05T18:00:00.000Z', { kind }]);

    expect(stateAt('2026-12-06T17:59:59.999Z', entries)).toBe('open');
    expect(stateAt('2026-12-06T18:00:00.000Z', entries)).toBe('closed');
  });

  it('reopens before the new date of a postponed match', () => {
    const utcDate = '2026-12-12T18:30:00.000Z';
    const moved = { kind: 'rescheduled', utcDate } as const;
    const match = { utcDate };
    const entries = [
      ...POSTPONED,
      ...timeline(['2026-12-05T19:00:00.000Z', moved]).map((entry) => ({ ...entry, seq: 2 })),
    ];
    const at = (now: string) => threadWindow({ match, entries }, new Date(now), LIVE);

    expect(at('2026-12-05T20:00:00.000Z').state).toBe('before');
    expect(at('2026-12-12T17:30:00.000Z')).toEqual({
      state: 'open',
      opensAt: new Date('2026-12-12T17:30:00.000Z'),
    });
  });

  it('stays open when a match continues after a wrong full time', () => {
    const entries = [
      ...PLAYED,
      ...timeline(['2026-12-05T20:30:00.000Z', { kind: 'correction', status: 'IN_PLAY' }]),
    ];

    expect(stateAt('2026-12-07T00:00:00.000Z', entries)).toBe('open');
  });

  it('stays closed when the result is corrected later', () => {
    const score = { homeTeam: 3, awayTeam: 0 };
    const entries = [
      ...PLAYED,
      ...timeline(['2026-12-06T20:00:00.000Z', { kind: 'correction', score }]),
    ];

    expect(stateAt('2026-12-06T20:25:00.000Z', entries)).toBe('closed');
  });

  it('closes 28 hours after kick-off when the fan has not seen the end', () => {
    expect(stateAt('2026-12-06T22:29:59.999Z', [], false)).toBe('open');
    expect(stateAt('2026-12-06T22:30:00.000Z', [], false)).toBe('closed');
  });
});
