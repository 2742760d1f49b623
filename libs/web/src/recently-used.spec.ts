import { beforeEach, describe, expect, it } from '@jest/globals';

import { addRecentlyUsed, recentlyUsed } from './recently-used';

beforeEach(() => {
  localStorage.clear();
});

describe('recentlyUsed', () => {
  it('returns the last used item first, without duplicates', () => {
    for (const pick of ['cup', 'ball', 'cup']) addRecentlyUsed('emoji', pick);

    expect(recentlyUsed('emoji')).toEqual(['cup', 'ball']);
    expect(recentlyUsed('teams')).toEqual([]);
  });

  it('returns at most 16 items', () => {
    for (let pick = 1; pick <= 17; pick += 1) addRecentlyUsed('emoji', String(pick));

    expect(recentlyUsed('emoji')).toHaveLength(16);
    expect(recentlyUsed('emoji').at(-1)).toBe('2');
  });

  it.each(['{', '["cup"]', '{"picks":"cup","at":1}', 'null'])(
    'returns nothing for the stored value %s',
    (stored) => {
      localStorage.setItem('kickoff:recent:nobody:emoji', stored);

      expect(recentlyUsed('emoji')).toEqual([]);
    },
  );
});
