import { describe, expect, it } from '@jest/globals';

import { ageInWords, countInDigits, nearDay } from './words';

const at = (day: number, hours: number, minutes = 0) =>
  new Date(2026, 10, day, hours, minutes).toISOString();
const now = Date.parse(at(21, 14, 35));
const ago = (ms: number) => new Date(now - ms).toISOString();
const MINUTE = 60_000;

describe('ageInWords', () => {
  it.each([
    ['just now', 59_999],
    ['1 min ago', MINUTE],
    ['59 min ago', 59 * MINUTE],
    ['1 h ago', 60 * MINUTE],
    ['23 h ago', 23 * 60 * MINUTE],
    ['1 day ago', 24 * 60 * MINUTE],
    ['3 days ago', 72 * 60 * MINUTE],
  ])('says %s', (words, ms) => {
    expect(ageInWords(ago(ms), now)).toBe(words);
  });

  it('says just now when the server is a little ahead', () => {
    expect(ageInWords(ago(-5_000), now)).toBe('just now');
  });
});

describe('nearDay', () => {
  it('goes by the days of the calendar, not by hours', () => {
    expect(nearDay(at(21, 0), now)).toBe('today');
    expect(nearDay(at(20, 23, 59), now)).toBe('yesterday');
    expect(nearDay(at(19, 23, 59), now)).toBe('Thursday 19 November');
  });
});

describe('countInDigits', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1,000'],
    [1_234_567, '1,234,567'],
  ])('writes %p as %p', (count, digits) => {
    expect(countInDigits(count)).toBe(digits);
  });
});
