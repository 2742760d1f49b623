import { aPost } from '@kickoff/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { rememberList, readListSnapshot, persistList } from './list-snapshots';

const position = { row: 'five', top: 120, scrollY: 900 };
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

describe('A list snapshot', () => {
  it('is stored per history entry and list', () => {
    rememberList('here', 'home', position, heights);

    expect(readListSnapshot('here', 'home')).toMatchObject({ position, heights });
    expect(readListSnapshot('there', 'home')).toBeUndefined();
    expect(readListSnapshot('here', 'profile')).toBeUndefined();
  });

  it('is returned without heights at another screen width', () => {
    rememberList('turned', 'home', position, heights);

    window.innerWidth = realWidth + 1;

    expect(readListSnapshot('turned', 'home')).toMatchObject({ position, heights: [] });
  });

  it('is stored for the last 20 lists', () => {
    rememberList('first', 'home', position, heights);
    rememberList('second', 'home', position, heights);
    rememberList('first', 'home', position, heights);
    for (let list = 0; list < 19; list += 1)
      rememberList(`later ${list}`, 'home', position, heights);

    expect(readListSnapshot('second', 'home')).toBeUndefined();
    expect(readListSnapshot('first', 'home')).toBeDefined();
  });

  it('is restored after a reload, with all posts evicted', () => {
    persistList('reloaded', 'home', position, heights, data);

    expect(readListSnapshot('reloaded', 'home')).toMatchObject({
      position,
      heights,
      pages: {
        pages: [{ items: [], away: [post._id, 'old'], next: '/two' }],
        pageParams: ['/one'],
      },
    });
    expect(readListSnapshot('another', 'home')).toBeUndefined();
  });

  it('is restored after a reload of a later page, for the last five lists', () => {
    for (const entry of ['one', 'two', 'three', 'four', 'five', 'six']) {
      persistList(entry, 'profile', position, heights, data);
    }

    expect(readListSnapshot('one', 'profile')).toBeUndefined();
    expect(readListSnapshot('two', 'profile')).toMatchObject({ position });
    expect(readListSnapshot('six', 'profile')).toMatchObject({ position });
  });

  it('expires half an hour after the reload', () => {
    persistList('slept', 'home', position, heights, data);
    const now = Date.now();

    jest.spyOn(Date, 'now').mockReturnValue(now + 29 * MINUTE_MS);
    expect(readListSnapshot('slept', 'home')).toBeDefined();
    jest.spyOn(Date, 'now').mockReturnValue(now + 31 * MINUTE_MS);
    expect(readListSnapshot('slept', 'home')).toBeUndefined();
  });
});
