import { describe, expect, it } from '@jest/globals';

import { SHIELD_DURATIONS, shieldedUntil } from './shielded-until';

const NOW = Date.UTC(2026, 10, 25, 12);

describe('shieldedUntil', () => {
  it('returns the end of each duration, and none for a shield without an end', () => {
    expect(SHIELD_DURATIONS.map(({ label }) => [label, shieldedUntil(label, NOW)])).toEqual([
      ['Until I end it', undefined],
      ['24 hours', '2026-11-26T12:00:00.000Z'],
      ['3 days', '2026-11-28T12:00:00.000Z'],
      ['7 days', '2026-12-02T12:00:00.000Z'],
    ]);
  });
});
