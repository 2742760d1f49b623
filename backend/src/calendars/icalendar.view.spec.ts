import { describe, expect, it } from '@jest/globals';
import { aMatch } from '@kickoff/testing';

import { toICalendar } from './icalendar.view.js';

describe('toICalendar', () => {
  const timesOf = (utcDate: string, demo = false) => {
    const match = aMatch({ utcDate });
    const fixture = { match, league: 'La Liga', demo, stadium: undefined, updatedAt: utcDate };
    const lines = toICalendar([fixture], 'https://kickoff.example').split('\r\n');
    return lines.filter((line) => /^DT(START|END)/.test(line));
  };

  it('has two hours for a match whose time is known', () => {
    const times = ['DTSTART:20261205T000000Z', 'DTEND:20261205T020000Z'];

    expect(timesOf('2026-12-05T15:00:00.000Z')).toEqual([
      'DTSTART:20261205T150000Z',
      'DTEND:20261205T170000Z',
    ]);
    expect(timesOf('2026-12-05T00:00:00.000Z', true)).toEqual(times);
  });

  it('has the whole day for a match of which the provider knows only the day', () => {
    expect(timesOf('2026-12-31T00:00:00.000Z')).toEqual([
      'DTSTART;VALUE=DATE:20261231',
      'DTEND;VALUE=DATE:20270101',
    ]);
  });
});
