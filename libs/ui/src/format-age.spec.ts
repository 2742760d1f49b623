import { describe, expect, it } from '@jest/globals';

import { formatAge, formatShortAge } from './format-age';

// Local times, so that the machine's time zone does not matter.
const now = new Date(2026, 10, 21, 18, 0);
const age = (...at: [number, number, number, number, number]) =>
  formatShortAge(new Date(...at).toISOString(), now.getTime());

const MINUTE = 60_000;
const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();

describe('formatAge', () => {
  it.each([
    ['just now', 59_999],
    ['1 min ago', MINUTE],
    ['59 min ago', 59 * MINUTE],
    ['1 h ago', 60 * MINUTE],
    ['23 h ago', 23 * 60 * MINUTE],
    ['1 day ago', 24 * 60 * MINUTE],
    ['3 days ago', 72 * 60 * MINUTE],
  ])('formats %s', (words, ms) => {
    expect(formatAge(ago(ms), now.getTime())).toBe(words);
  });

  it('formats a time slightly in the future as just now', () => {
    expect(formatAge(ago(-5_000), now.getTime())).toBe('just now');
  });
});

describe('formatShortAge', () => {
  it('returns now within the first minute and for times in the future', () => {
    expect(formatShortAge(new Date(now.getTime() - 59_000).toISOString(), now.getTime())).toBe(
      'now',
    );
    expect(age(2026, 10, 21, 18, 3)).toBe('now');
  });

  it('returns minutes, then hours', () => {
    expect(age(2026, 10, 21, 17, 59)).toBe('1 min');
    expect(age(2026, 10, 21, 17, 1)).toBe('59 min');
    expect(age(2026, 10, 21, 17, 0)).toBe('1 h');
    expect(age(2026, 10, 20, 18, 1)).toBe('23 h');
  });

  it('returns Yesterday for the rest of the day before', () => {
    expect(age(2026, 10, 20, 18, 0)).toBe('Yesterday');
    expect(age(2026, 10, 20, 0, 0)).toBe('Yesterday');
  });

  it('returns a date before that, with the year if it differs', () => {
    expect(age(2026, 10, 19, 23, 59)).toBe('19 Nov');
    expect(age(2025, 11, 31, 12, 0)).toBe('31 Dec 2025');
  });
});
