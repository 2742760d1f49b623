import { aMatch } from '@kickoff/testing';
import { describe, expect, it } from '@jest/globals';

import { dateOf, formatNewDate } from './kick-off';

const DAY = '2026-12-05T00:00:00.000Z';

describe('dateOf', () => {
  it("returns local midnight of a provider's match of which only the day is known", () => {
    expect(dateOf(aMatch({ id: 'api-football:1', utcDate: DAY }))).toBe('2026-12-05T00:00');
  });

  it('returns the kick-off of a match at midnight in the demo season or in a rehearsal', () => {
    expect(dateOf(aMatch({ id: 'demo:1', utcDate: DAY }))).toBe(DAY);
    expect(dateOf(aMatch({ utcDate: DAY, rehearsal: 'r1' }))).toBe(DAY);
  });
});

describe('formatNewDate', () => {
  it('has a time only if that is known', () => {
    expect(formatNewDate('2026-12-05T12:30:00.000Z')).toMatch(/5 December 2026, \d\d:\d\d$/);
    expect(formatNewDate(DAY)).toBe('Rescheduled to Saturday 5 December 2026');
  });
});
