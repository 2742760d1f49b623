import { describe, expect, it } from '@jest/globals';

import { formatTimeLeft } from './poll-time';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');

describe('formatTimeLeft', () => {
  it.each([
    ['2026-11-28T12:00:00.000Z', '7 days left'],
    ['2026-11-22T13:30:00.000Z', '1 day left'],
    ['2026-11-22T11:59:00.000Z', '23 hours left'],
    ['2026-11-21T13:00:00.000Z', '1 hour left'],
    ['2026-11-21T12:01:30.000Z', '1 minute left'],
    ['2026-11-21T12:00:59.000Z', 'Less than a minute left'],
  ])('formats %s as %s', (endsAt, text) => {
    expect(formatTimeLeft(endsAt, NOW)).toBe(text);
  });
});
