import { describe, expect, it } from '@jest/globals';

import { CLUBS } from '../leagues.js';
import { API_FOOTBALL_CLUBS } from './api-football-clubs.js';
import { teamFrom } from './club-names.js';

const idOf = (name: string) => teamFrom('api-football', { id: 1, name }).id;

describe('the club that a provider names', () => {
  it('is found by its official name', () => {
    expect(CLUBS.map(({ name }) => idOf(name))).toEqual(CLUBS.map(({ id }) => id));
  });

  it.each([
    ['Arsenal', 'arsenal'],
    ['Manchester United', 'man-united'],
    ['Bayern Munchen', 'bayern'],
    ['Bayern München', 'bayern'],
    ['Mohun Bagan', 'mohun-bagan'],
  ])('is found as %s', (name, id) => {
    expect(idOf(name)).toBe(id);
  });

  it.each(API_FOOTBALL_CLUBS)('is found as $name, the name of API-Football', ({ club, name }) => {
    expect(idOf(name)).toBe(club);
  });

  it.each(API_FOOTBALL_CLUBS.filter(({ id }) => id !== undefined))(
    'is found by number $id of API-Football, whatever $club is called, and not with others',
    ({ id = null, club }) => {
      expect(teamFrom('api-football', { id, name: 'Another name' }).id).toBe(club);
      expect(teamFrom('football-data.org', { id, name: 'Another name' }).id).not.toBe(club);
    },
  );
});
