import { describe, expect, it } from '@jest/globals';

import { ageInWords } from './post-age';

// Local times, as people read them: the zone of the machine does not matter.
const now = new Date(2026, 10, 21, 18, 0);
const age = (...at: [number, number, number, number, number]) =>
  ageInWords(new Date(...at).toISOString(), now.getTime());

describe('the age of a post', () => {
  it('is now within the first minute, and for a server whose clock is ahead', () => {
    expect(ageInWords(new Date(now.getTime() - 59_000).toISOString(), now.getTime())).toBe('now');
    expect(age(2026, 10, 21, 18, 3)).toBe('now');
  });

  it('is told in minutes, then in hours', () => {
    expect(age(2026, 10, 21, 17, 59)).toBe('1 min');
    expect(age(2026, 10, 21, 17, 1)).toBe('59 min');
    expect(age(2026, 10, 21, 17, 0)).toBe('1 h');
    expect(age(2026, 10, 20, 18, 1)).toBe('23 h');
  });

  it('is Yesterday for the rest of the day before', () => {
    expect(age(2026, 10, 20, 18, 0)).toBe('Yesterday');
    expect(age(2026, 10, 20, 0, 0)).toBe('Yesterday');
  });

  it('is a date before that, with its year where it is another', () => {
    expect(age(2026, 10, 19, 23, 59)).toBe('19 Nov');
    expect(age(2025, 11, 31, 12, 0)).toBe('31 Dec 2025');
  });
});
