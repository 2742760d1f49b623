import { setImmediate as settled } from 'node:timers/promises';

import { describe, expect, it } from '@jest/globals';

import { ByteBoundedCache } from './byte-bounded-cache.js';

const always = () => true;

describe('ByteBoundedCache', () => {
  it('returns a value until it is not valid any more', () => {
    const cache = new ByteBoundedCache<number>(100);

    cache.set('goal', 1, 10);

    expect(cache.get('goal', (value) => value === 1)).toBe(1);
    expect(cache.get('goal', (value) => value === 2)).toBeUndefined();
    expect(cache.get('own goal', always)).toBeUndefined();
    expect(cache).toMatchObject({ hits: 1, misses: 2 });
  });

  it('replaces a value and its bytes', () => {
    const cache = new ByteBoundedCache<number>(100);

    cache.set('goal', 1, 10);
    cache.set('goal', 2, 30);

    expect(cache.get('goal', always)).toBe(2);
    expect(cache.bytes).toBe(30);
  });

  it('never exceeds its bound', () => {
    const cache = new ByteBoundedCache<number>(100);

    for (let number = 0; number < 500; number += 1) {
      cache.set(`goal ${number % 37}`, number, (number * 7) % 60);
      cache.get(`goal ${(number * 5) % 37}`, always);
      expect(cache.bytes).toBeLessThanOrEqual(100);
    }
  });

  it('evicts values that were not used again before those that were', () => {
    const cache = new ByteBoundedCache<number>(100);
    cache.set('used', 0, 10);
    cache.set('unused', 0, 10);

    for (let number = 0; number < 20; number += 1) {
      cache.set(`other ${number}`, number, 10);
      cache.get('used', always);
    }

    expect(cache.get('used', always)).toBe(0);
    expect(cache.get('unused', always)).toBeUndefined();
  });

  it('does not cache a value above half of its bound', () => {
    const cache = new ByteBoundedCache<number>(100);
    cache.set('goal', 1, 10);

    cache.set('goal', 2, 51);

    expect(cache.get('goal', always)).toBeUndefined();
    expect(cache.bytes).toBe(0);
  });

  it('changes the bytes of a value when it has loaded', async () => {
    const cache = new ByteBoundedCache<object>(100);
    const value = {};

    cache.setLoading('goal', value, Promise.resolve(7), 10, (loaded) => 3 * loaded);

    expect(cache.bytes).toBe(10);
    await settled();
    expect(cache.bytes).toBe(21);
    expect(cache.peek('goal')).toBe(value);
  });

  it('evicts a value that fails to load', async () => {
    const cache = new ByteBoundedCache<object>(100);

    cache.setLoading('goal', {}, Promise.reject(new Error('away')), 10, () => 20);
    await settled();

    expect(cache.peek('goal')).toBeUndefined();
    expect(cache.bytes).toBe(0);
  });

  it.each([
    ['has loaded', () => Promise.resolve()],
    ['fails to load', () => Promise.reject(new Error('away'))],
  ])('leaves a newer value when the one before it %s', async (_what, load) => {
    const cache = new ByteBoundedCache<object>(100);
    const newer = {};

    cache.setLoading('goal', {}, load(), 10, () => 20);
    cache.set('goal', newer, 30);
    await settled();

    expect(cache.peek('goal')).toBe(newer);
    expect(cache.bytes).toBe(30);
  });

  it('does not cache a value again that was evicted while it loaded', async () => {
    const cache = new ByteBoundedCache<object>(100);

    cache.setLoading('goal', {}, Promise.resolve(), 10, () => 20);
    cache.delete('goal');
    await settled();

    expect(cache.peek('goal')).toBeUndefined();
  });

  it('does not count a peek as a read', () => {
    const cache = new ByteBoundedCache<number>(100);
    cache.set('goal', 1, 10);

    expect(cache.peek('goal')).toBe(1);
    expect(cache).toMatchObject({ hits: 0, misses: 0 });
  });

  it('deletes one value or all of them with their bytes', () => {
    const cache = new ByteBoundedCache<number>(100);
    for (const key of ['one', 'two', 'three']) cache.set(key, 1, 10);

    cache.delete('two');
    expect(cache.keys().sort()).toEqual(['one', 'three']);
    expect(cache.bytes).toBe(20);

    cache.clear();
    expect(cache.keys()).toEqual([]);
    expect(cache.bytes).toBe(0);
  });
});
