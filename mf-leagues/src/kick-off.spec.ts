import { aMatch } from '@kickoff/testing';
import { afterEach, describe, expect, it, jest } from '@jest/globals';

import { dateOf, formatNewDate, zoneAt } from './kick-off';

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

describe('zoneAt', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('is that of the date, not of today', () => {
    const { DateTimeFormat } = Intl;
    jest
      .spyOn(Intl, 'DateTimeFormat')
      .mockImplementation(
        (locale, options) => new DateTimeFormat(locale, { timeZone: 'Europe/Paris', ...options }),
      );

    expect(zoneAt('2026-12-05T15:00:00.000Z')).toBe('Central European Standard Time');
    expect(zoneAt('2027-05-08T15:00:00.000Z')).toBe('Central European Summer Time');
  });
});

describe('formatNewDate', () => {
  it('has a time only if that is known', () => {
    expect(formatNewDate('2026-12-05T12:30:00.000Z')).toMatch(/5 December 2026, \d\d:\d\d$/);
    expect(formatNewDate(DAY)).toBe('Rescheduled to Saturday 5 December 2026');
  });
});
