import { describe, expect, it } from '@jest/globals';

import { CLUBS } from '../leagues.js';
import { API_FOOTBALL_CLUBS } from './api-football-clubs.js';
import { teamFrom } from './club-names.js';

const idOf = (name: string) => teamFrom('api-football', { id: 1, name }).id;

describe('teamFrom', () => {
  it('finds every club by its official name', () => {
    expect(CLUBS.map(({ name }) => idOf(name))).toEqual(CLUBS.map(({ id }) => id));
  });

  it.each([
    ['Arsenal', 'arsenal'],
    ['Manchester United', 'man-united'],
    ['Bayern Munchen', 'bayern'],
    ['Bayern München', 'bayern'],
    ['Mohun Bagan', 'mohun-bagan'],
  ])('finds a club by the name %s', (name, id) => {
    expect(idOf(name)).toBe(id);
  });

  it.each(API_FOOTBALL_CLUBS)("finds a club by API-Football's name $name", ({ club, name }) => {
    expect(idOf(name)).toBe(club);
  });

  it.each(API_FOOTBALL_CLUBS.filter(({ id }) => id !== undefined))(
    "finds $club by API-Football's number $id under any name, but not for another provider",
    ({ id = null, club }) => {
      expect(teamFrom('api-football', { id, name: 'Another name' }).id).toBe(club);
      expect(teamFrom('football-data.org', { id, name: 'Another name' }).id).not.toBe(club);
    },
  );
});
