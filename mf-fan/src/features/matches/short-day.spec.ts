import { at, NOW } from '@kickoff/testing';
import { describe, expect, it } from '@jest/globals';

import { shortDay } from './short-day';

describe('shortDay', () => {
  it.each([
    ['Today', at(0, 23, 59)],
    ['Sun', at(1, 0, 1)],
    ['Fri', at(6, 20)],
    // The same weekday as today: its name would be ambiguous.
    ['28 Nov', at(7, 0, 1)],
    ['Sun', at(-6, 15)],
    ['14 Nov', at(-7, 23)],
  ])('formats %s', (words, time) => {
    expect(shortDay(time, NOW.getTime())).toBe(words);
  });
});
