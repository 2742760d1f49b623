import { describe, expect, it } from '@jest/globals';

import { CLUBS } from '../leagues.js';
import { GOALS_BY_PLACE, squadOf } from './squads.js';

describe('squads', () => {
  it('have a player for each place, no two with the same given or family name', () => {
    for (const { id } of CLUBS) {
      const names = squadOf(id).map((player) => player.split(' '));

      expect(names).toHaveLength(GOALS_BY_PLACE.length);
      expect(new Set(names.map(([given]) => given)).size).toBe(names.length);
      expect(new Set(names.map(([, family]) => family)).size).toBe(names.length);
    }
  });

  it('bear no name twice, over all clubs', () => {
    const everyone = CLUBS.flatMap(({ id }) => squadOf(id));
    const twice = everyone.filter((name, index) => everyone.indexOf(name) !== index);

    expect(twice).toEqual([]);
  });
});
