import { describe, expect, it } from '@jest/globals';

import { CLUBS } from '../leagues.js';
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
});
