import { describe, expect, it } from '@jest/globals';

import { addFilter, parseSavedFilters } from './saved-filters';

describe('Saved filters', () => {
  it('exclude invalid entries of the stored preference', () => {
    const stored = JSON.stringify([{ title: 'New', query: 'q=new' }, { title: 1 }, null, 'x']);

    expect(parseSavedFilters(stored)).toEqual([{ title: 'New', query: 'q=new' }]);
    expect(parseSavedFilters('{')).toEqual([]);
    expect(parseSavedFilters(undefined)).toEqual([]);
  });

  it('replace a filter with the same title', () => {
    const saved = addFilter([{ title: 'New', query: 'q=a' }], { title: 'New', query: 'q=b' });

    expect(saved).toEqual([{ title: 'New', query: 'q=b' }]);
  });

  it('drop the oldest of more than 20 filters', () => {
    let saved: ReturnType<typeof addFilter> = [];
    for (let at = 0; at < 21; at += 1) saved = addFilter(saved, { title: `${at}`, query: '' });

    expect(saved).toHaveLength(20);
    expect(saved[0]?.title).toBe('1');
  });
});
