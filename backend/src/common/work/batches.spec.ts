import { describe, expect, it, jest } from '@jest/globals';
import { mongo } from 'mongoose';

import { inBackground, isInBackground } from '../mongo/background.js';
import { inTransaction } from '../mongo/transaction.js';
import { Batches } from './batches.js';

/** A request must respond within this time while others hold its documents (SECURITY-BAR). */
const GIVEN_UP_MS = 5_000;
/** Duration of each attempt of a transaction on the fake clock. */
const TRY_MS = 500;

/** Batches whose runs end when the test calls `end` or `fail`. */
function held(most = 100) {
  const runs: { name: string; items: readonly string[]; end: () => void; fail: () => void }[] = [];
  const batches = new Batches<string, string>(
    (name, items) =>
      new Promise((done, fail) => {
        runs.push({
          name,
          items,
          end: () => done(items.map((item) => item.toUpperCase())),
          fail: () => fail(new Error('away')),
        });
      }),
    most,
    (item) => item,
  );
  return { runs, batches };
}

describe('Batches', () => {
  it('runs the first item at once and batches later items, each with its own result', async () => {
    const { runs, batches } = held();
    const first = batches.add('post', 'a');
    const others = [batches.add('post', 'b'), batches.add('post', 'c')];
    expect(runs.map(({ items }) => items)).toEqual([['a']]);

    runs[0]?.end();
    expect(await first).toBe('A');
    expect(runs[1]?.items).toEqual(['b', 'c']);
    runs[1]?.end();

    expect(await Promise.all(others)).toEqual(['B', 'C']);
  });

  it('runs batches of different names concurrently', () => {
    const { runs, batches } = held();

    void batches.add('one', 'a');
    void batches.add('other', 'b');

    expect(runs.map(({ name }) => name)).toEqual(['one', 'other']);
  });

  it('separates items of requests from items in the background', async () => {
    const inBackgroundRuns: boolean[] = [];
    const batches = new Batches<string, string>((_name, items) => {
      inBackgroundRuns.push(isInBackground());
      return Promise.resolve(items);
    }, 100);

    await Promise.all([
      inBackground(() => batches.add('post', 'a')),
      batches.add('post', 'b'),
      inBackground(() => batches.add('post', 'c')),
    ]);

    expect(inBackgroundRuns).toEqual([true, false, true]);
  });

  it('puts at most `most` items and no duplicate key in a batch', async () => {
    const { runs, batches } = held(2);
    const all = ['x', 'a', 'a', 'b', 'c'].map((item) => batches.add('post', item));

    for (let at = 0; at < 4; at += 1) {
      runs[at]?.end();
      await new Promise(setImmediate);
    }

    expect(await Promise.all(all)).toEqual(['X', 'A', 'A', 'B', 'C']);
    expect(runs.map(({ items }) => items)).toEqual([['x'], ['a'], ['a', 'b'], ['c']]);
  });

  it('rejects every item of a failed batch and runs the next batch', async () => {
    const { runs, batches } = held();
    const all = ['x', 'a', 'b'].map((item) => batches.add('post', item));

    runs[0]?.end();
    await all[0];
    const after = batches.add('post', 'c');
    runs[1]?.fail();
    await expect(all[1]).rejects.toThrow('away');
    await expect(all[2]).rejects.toThrow('away');
    runs[2]?.end();

    expect(await after).toBe('C');
  });

  it('fails within 5 s for an item that waited behind write conflicts', async () => {
    jest.useFakeTimers();
    const conflict = new mongo.MongoServerError({ message: 'WriteConflict', code: 112 });
    conflict.addErrorLabel('TransientTransactionError');
    const batches = new Batches<string, string>(async (_name, items) => {
      await inTransaction(() => {
        jest.advanceTimersByTime(TRY_MS);
        return Promise.reject(conflict);
      });
      return items;
    }, 100);
    const tookMs: number[] = [];
    const add = async (item: string) => {
      const sinceMs = Date.now();
      await batches.add('post', item).catch(() => tookMs.push(Date.now() - sinceMs));
    };

    await Promise.all([add('a'), add('b')]);
    jest.useRealTimers();

    expect(tookMs).toHaveLength(2);
    expect(Math.max(...tookMs)).toBeLessThan(GIVEN_UP_MS);
  });
});
