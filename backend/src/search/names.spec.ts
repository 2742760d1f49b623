import { describe, expect, it } from '@jest/globals';

import { CLUBS } from '../football/leagues.js';
import { CLUB_EVERYDAY_NAMES } from './everyday-names.js';
import { findByNames, named } from './names.js';

const clubs = CLUBS.map(({ id, name, shortName, code }) =>
  named(id, [name, shortName, code, ...(CLUB_EVERYDAY_NAMES[id] ?? [])]),
);

describe('findByNames', () => {
  it.each([
    ['ars', 'arsenal'],
    ['AFC', 'arsenal'],
    ['bayern munich', 'bayern'],
    ['Bayern München', 'bayern'],
    ['munchen', 'bayern'],
    ['man utd', 'man-united'],
    ['spurs', 'tottenham'],
    ['barca', 'barcelona'],
    ['Barça', 'barcelona'],
    ['psg', 'psg'],
    ['inter milan', 'inter'],
    ['inter', 'inter'],
    ['milan', 'milan'],
    ['madrid real', 'real-madrid'],
    ['bodo', 'bodo-glimt'],
    ['mgladbach', undefined],
    ['gladbach', 'gladbach'],
    ['fenerbahce', 'fenerbahce'],
    ['senal', undefined],
    ['.*', undefined],
    ['', undefined],
  ])('ranks first for %j: %s', (text, first) => {
    expect(findByNames(clubs, text)[0]).toBe(first);
  });

  it('requires that each word of the query starts a word of a name', () => {
    expect(findByNames(clubs, 'man liverpool')).toEqual([]);
    expect(findByNames(clubs, 'man')).toEqual(expect.arrayContaining(['man-city', 'man-united']));
  });

  it('ranks an exact name first, then names starting with the query, then later words', () => {
    const all = [
      named('later', ['New City']),
      named('beginning', ['City Park']),
      named('exact', ['City']),
    ];

    expect(findByNames(all, 'CITY')).toEqual(['exact', 'beginning', 'later']);
  });

  it('has everyday names of known clubs only', () => {
    const ids = new Set(CLUBS.map(({ id }) => id));

    expect(Object.keys(CLUB_EVERYDAY_NAMES).filter((id) => !ids.has(id))).toEqual([]);
  });
});
