import { beforeEach, describe, expect, it } from '@jest/globals';

import { keepPick, recentPicks } from './recent';

beforeEach(() => {
  localStorage.clear();
});

describe('what was picked last', () => {
  it('comes first, and once however often it is picked', () => {
    for (const pick of ['cup', 'ball', 'cup']) keepPick('emoji', pick);

    expect(recentPicks('emoji')).toEqual(['cup', 'ball']);
    expect(recentPicks('teams')).toEqual([]);
  });

  it('is remembered 16 times', () => {
    for (let pick = 1; pick <= 17; pick += 1) keepPick('emoji', String(pick));

    expect(recentPicks('emoji')).toHaveLength(16);
    expect(recentPicks('emoji').at(-1)).toBe('2');
  });

  it.each(['{', '["cup"]', '{"picks":"cup","at":1}', 'null'])(
    'is nothing where the device keeps %s',
    (kept) => {
      localStorage.setItem('kickoff:recent:nobody:emoji', kept);

      expect(recentPicks('emoji')).toEqual([]);
    },
  );
});
