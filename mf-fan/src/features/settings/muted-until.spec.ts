import { describe, expect, it } from '@jest/globals';

import { MUTE_DURATIONS, mutedUntil } from './muted-until';

const NOW = Date.UTC(2026, 10, 25, 12);

describe('mutedUntil', () => {
  it('returns the end of each duration, and none for good', () => {
    expect(MUTE_DURATIONS.map(({ label }) => [label, mutedUntil(label, NOW)])).toEqual([
      ['For good', undefined],
      ['24 hours', '2026-11-26T12:00:00.000Z'],
      ['7 days', '2026-12-02T12:00:00.000Z'],
      ['30 days', '2026-12-25T12:00:00.000Z'],
    ]);
  });
});
