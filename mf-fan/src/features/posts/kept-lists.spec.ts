import { aPost } from '@kickoff/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { keepList, keptList, storeList } from './kept-lists';

const place = { row: 'five', top: 120, scrollY: 900 };
const heights: [string, number][] = [['five', 300]];
const post = aPost();
const data = { pages: [{ items: [post], away: ['old'], next: '/two' }], pageParams: ['/one'] };
const MINUTE_MS = 60_000;
const realWidth = window.innerWidth;

beforeEach(() => {
  window.sessionStorage.clear();
});
afterEach(() => {
  jest.restoreAllMocks();
  window.innerWidth = realWidth;
});

describe('the place in a list', () => {
  it('is kept for its entry of the history and its list alone', () => {
    keepList('here', 'home', place, heights);

    expect(keptList('here', 'home')).toMatchObject({ place, heights });
    expect(keptList('there', 'home')).toBeUndefined();
    expect(keptList('here', 'profile')).toBeUndefined();
  });

  it('comes without the heights where the screen has another width now', () => {
    keepList('turned', 'home', place, heights);

    window.innerWidth = realWidth + 1;

    expect(keptList('turned', 'home')).toMatchObject({ place, heights: [] });
  });

  it('is kept of the last 20 lists', () => {
    keepList('first', 'home', place, heights);
    keepList('second', 'home', place, heights);
    keepList('first', 'home', place, heights);
    for (let list = 0; list < 19; list += 1) keepList(`later ${list}`, 'home', place, heights);

    expect(keptList('second', 'home')).toBeUndefined();
    expect(keptList('first', 'home')).toBeDefined();
  });

  it('comes back after a reload with the list, its posts away', () => {
    storeList('reloaded', 'home', place, heights, data);

    expect(keptList('reloaded', 'home')).toMatchObject({
      place,
      heights,
      pages: {
        pages: [{ items: [], away: [post._id, 'old'], next: '/two' }],
        pageParams: ['/one'],
      },
    });
    expect(keptList('another', 'home')).toBeUndefined();
  });

  it('comes back after a reload of a later page, for the last five lists', () => {
    for (const entry of ['one', 'two', 'three', 'four', 'five', 'six']) {
      storeList(entry, 'profile', place, heights, data);
    }

    expect(keptList('one', 'profile')).toBeUndefined();
    expect(keptList('two', 'profile')).toMatchObject({ place });
    expect(keptList('six', 'profile')).toMatchObject({ place });
  });

  it('is forgotten half an hour after the reload', () => {
    storeList('slept', 'home', place, heights, data);
    const now = Date.now();

    jest.spyOn(Date, 'now').mockReturnValue(now + 29 * MINUTE_MS);
    expect(keptList('slept', 'home')).toBeDefined();
    jest.spyOn(Date, 'now').mockReturnValue(now + 31 * MINUTE_MS);
    expect(keptList('slept', 'home')).toBeUndefined();
  });
});
