import { describe, expect, it, jest } from '@jest/globals';
import { mongo } from 'mongoose';

import { inBackground, isInBackground } from '../mongo/background.js';
import { inTransaction } from '../mongo/transaction.js';
import { Batches } from './batches.js';

/** A response may take this long while others hold what it writes (SECURITY-BAR). */
const GIVEN_UP_MS = 5_000;
/** How long each try of a transaction takes by the clock of the test. */
const TRY_MS = 500;

/** Batches whose works end when they are told to. */
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

describe('batches', () => {
  it('do the first work at once and what comes meanwhile in one go, each with its own result', async () => {
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

  it('do works of other names side by side', () => {
    const { runs, batches } = held();

    void batches.add('one', 'a');
    void batches.add('other', 'b');

    expect(runs.map(({ name }) => name)).toEqual(['one', 'other']);
  });

  it('do works of requests apart from works in the background, each where it came from', async () => {
    const places: boolean[] = [];
    const batches = new Batches<string, string>((_name, items) => {
      places.push(isInBackground());
      return Promise.resolve(items);
    }, 100);

    await Promise.all([
      inBackground(() => batches.add('post', 'a')),
      batches.add('post', 'b'),
      inBackground(() => batches.add('post', 'c')),
    ]);

    expect(places).toEqual([true, false, true]);
  });

  it('never do two works of the same key, nor more than the most, in one go', async () => {
    const { runs, batches } = held(2);
    const all = ['x', 'a', 'a', 'b', 'c'].map((item) => batches.add('post', item));

    for (let at = 0; at < 4; at += 1) {
      runs[at]?.end();
      await new Promise(setImmediate);
    }

    expect(await Promise.all(all)).toEqual(['X', 'A', 'A', 'B', 'C']);
    expect(runs.map(({ items }) => items)).toEqual([['x'], ['a'], ['a', 'b'], ['c']]);
  });

  it('tell all of one go of its failure, and go on', async () => {
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

  it('fail within 5 s for a work that waited while another one met write conflicts', async () => {
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
