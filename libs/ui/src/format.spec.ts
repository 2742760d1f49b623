import { describe, expect, it } from '@jest/globals';

import { formatCount, formatRelativeDay } from './format';

const at = (day: number, hours: number, minutes = 0) =>
  new Date(2026, 10, day, hours, minutes).toISOString();
const now = Date.parse(at(21, 14, 35));

describe('formatRelativeDay', () => {
  it('compares calendar days, not hours', () => {
    expect(formatRelativeDay(at(21, 0), now)).toBe('today');
    expect(formatRelativeDay(at(20, 23, 59), now)).toBe('yesterday');
    expect(formatRelativeDay(at(19, 23, 59), now)).toBe('Thursday 19 November');
  });
});

describe('formatCount', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1,000'],
    [1_234_567, '1,234,567'],
  ])('formats %p as %p', (count, digits) => {
    expect(formatCount(count)).toBe(digits);
  });
});
