import { describe, expect, it } from '@jest/globals';

import { TabWatches } from './tab-watches';

describe('TabWatches', () => {
  it('lists each match once, the own ones first', () => {
    const watches = new TabWatches();
    watches.set('one', ['b', 'a'], 0);

    expect(watches.list(['a'], 0)).toEqual(['a', 'b']);
  });

  it('drops a tab that repeats nothing for more than 10 s', () => {
    const watches = new TabWatches();
    watches.set('one', ['a'], 0);
    watches.set('two', ['b'], 5_000);

    expect(watches.list([], 10_000)).toEqual(['a', 'b']);
    expect(watches.list([], 10_001)).toEqual(['b']);
  });

  it('drops the matches of a tab that watches none', () => {
    const watches = new TabWatches();
    watches.set('one', ['a'], 0);
    watches.set('one', [], 1);

    expect(watches.list([], 1)).toEqual([]);
  });
});
