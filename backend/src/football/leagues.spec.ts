import { describe, expect, it } from '@jest/globals';
import { LEAGUES } from '@kickoff/contracts';

import { clubOf, CLUBS, rulesOf, teamOf } from './leagues.js';

const values = <Item, Value>(items: readonly Item[], value: (item: Item) => Value) =>
  new Set(items.map(value));

describe('clubs.json', () => {
  it('has unique ids, names, short names and codes', () => {
    expect(values(CLUBS, ({ id }) => id).size).toBe(CLUBS.length);
    expect(values(CLUBS, ({ name }) => name).size).toBe(CLUBS.length);
    expect(values(CLUBS, ({ shortName }) => shortName).size).toBe(CLUBS.length);
    expect(values(CLUBS, ({ code }) => code).size).toBe(CLUBS.length);
  });

  it('has 140 clubs', () => {
    expect(CLUBS).toHaveLength(140);
  });

  it('maps clubs to teams with code and colours', () => {
    expect(teamOf('arsenal')).toEqual({
      id: 'arsenal',
      name: 'Arsenal FC',
      shortName: 'Arsenal',
      tla: 'ARS',
      colors: ['#EF0107', '#FFFFFF'],
    });
  });
});

describe.each(LEAGUES)('%s', (league) => {
  const rules = rulesOf(league);

  it('has the stated number of clubs, each known and listed once', () => {
    expect(rules.clubs).toHaveLength(rules.format.teams);
    expect(values(rules.clubs, (id) => clubOf(id).id).size).toBe(rules.format.teams);
  });

  it('has kick-offs for all matches of a round', () => {
    const matches = rules.kickoffs.reduce((sum, slot) => sum + slot.matches, 0);

    expect(matches).toBe(rules.format.matchesPerRound);
  });

  it('has ordered, disjoint zones inside the table', () => {
    const places = rules.zones.flatMap(({ from, to }) => [from, to + 0.5]);

    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(Math.max(...places)).toBeLessThan(rules.format.teams + 1);
    expect(Math.min(...places)).toBeGreaterThanOrEqual(1);
  });

  it('ranks by points first', () => {
    expect(rules.tieBreak[0]).toBe('points');
  });
});
