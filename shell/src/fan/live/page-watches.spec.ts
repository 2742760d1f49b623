import { describe, expect, it } from '@jest/globals';

import { PageWatches } from './page-watches';

describe('PageWatches', () => {
  it('lists each match once, those of the latest page first', () => {
    const watches = new PageWatches();
    watches.set('one', ['b', 'a'], 0);
    watches.set('two', ['a'], 0);

    expect(watches.list(0)).toEqual(['a', 'b']);
  });

  it('lists at most 5 matches', () => {
    const watches = new PageWatches();
    watches.set('one', ['1', '2', '3', '4', '5', '6'], 0);

    expect(watches.list(0)).toEqual(['1', '2', '3', '4', '5']);
  });

  it('drops a page that repeats nothing for more than 10 s', () => {
    const watches = new PageWatches();
    watches.set('one', ['a'], 0);
    watches.set('two', ['b'], 5_000);

    expect(watches.list(10_000)).toEqual(['b', 'a']);
    expect(watches.list(10_001)).toEqual(['b']);
  });

  it('drops the matches of a page that watches none', () => {
    const watches = new PageWatches();
    watches.set('one', ['a'], 0);
    watches.set('one', [], 1);

    expect(watches.list(1)).toEqual([]);
  });
});
