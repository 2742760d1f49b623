import { describe, expect, it } from '@jest/globals';

import { texts } from '../../texts';
import { countsOf, csvOf, shareOf, SHORT_MONTHS, summaryOf } from './months';

const registrations = (counts: number[]) => ({ ...texts.series.registrations, counts });
const quiet = SHORT_MONTHS.map(() => 0);

describe('Months', () => {
  it('are sorted by month, whatever their order', () => {
    const counts = countsOf([
      { _id: 12, count: 3 },
      { _id: 1, count: 7 },
    ]);

    expect(counts).toEqual([7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3]);
  });

  it('are summarised by the total and the best month', () => {
    const counts = quiet.with(2, 905).with(3, 95);

    expect(summaryOf(registrations(counts), SHORT_MONTHS, 2026)).toBe(
      '1,000 registrations in 2026, most in Mar (905).',
    );
    expect(summaryOf(registrations(quiet), SHORT_MONTHS, 2025)).toBe('No registrations in 2025.');
  });

  it('are summarised by every best month', () => {
    const counts = quiet.with(0, 2).with(1, 2);

    expect(summaryOf(registrations(counts), SHORT_MONTHS, 2026)).toContain('each of Jan, Feb (2)');
  });

  it('are formatted as shares of a total, except of zero', () => {
    expect(shareOf(1, 8)).toBe('12.5%');
    expect(shareOf(0, 0)).toBe('–');
  });

  it('are exported as CSV with the same numbers', () => {
    const file = csvOf(
      [registrations(quiet.with(0, 7)), { ...texts.series.likes, counts: quiet }],
      ['Jan'],
    );

    expect(file).toBe('Month,Registrations,Likes\r\nJan,7,0\r\n');
  });
});
