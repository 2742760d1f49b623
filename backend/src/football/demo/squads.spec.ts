import { describe, expect, it } from '@jest/globals';

import { CLUBS } from '../leagues.js';
import { GOALS_BY_PLACE, squadOf } from './squads.js';

describe('squadOf', () => {
  it('has a player for each position, no two with the same given or family name', () => {
    for (const { id } of CLUBS) {
      const names = squadOf(id).map((player) => player.split(' '));

      expect(names).toHaveLength(GOALS_BY_PLACE.length);
      expect(new Set(names.map(([given]) => given)).size).toBe(names.length);
      expect(new Set(names.map(([, family]) => family)).size).toBe(names.length);
    }
  });

  it('uses no player name twice across all clubs', () => {
    const everyone = CLUBS.flatMap(({ id }) => squadOf(id));
    const twice = everyone.filter((name, index) => everyone.indexOf(name) !== index);

    expect(twice).toEqual([]);
  });
});
