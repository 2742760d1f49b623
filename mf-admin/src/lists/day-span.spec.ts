import { describe, expect, it } from '@jest/globals';

import { toApiValue } from './day-span';

describe('A day of a filter', () => {
  it('begins and ends at midnight of the reader', () => {
    expect(toApiValue('joinedFrom', '2026-11-28')).toBe(new Date(2026, 10, 28).toISOString());
    const end = new Date(2026, 10, 29).getTime() - 1;
    expect(toApiValue('joinedTo', '2026-11-28')).toBe(new Date(end).toISOString());
    expect(toApiValue('to', '2026-11-28')).toBe(new Date(end).toISOString());
  });

  it.each([
    ['from', '2026-13-45'],
    ['from', '2026-11-28T10:00:00Z'],
    ['q', '2026-11-28'],
    ['from', ''],
  ])('leaves other values as they are (%s=%s)', (name, value) => {
    expect(toApiValue(name, value)).toBe(value);
  });
});
