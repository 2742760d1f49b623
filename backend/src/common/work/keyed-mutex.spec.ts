import { describe, expect, it, jest } from '@jest/globals';
import { mongo } from 'mongoose';

import { inTransaction } from '../mongo/transaction.js';
import { KeyedMutex } from './keyed-mutex.js';

/** A request must respond within this time while others hold its documents (SECURITY-BAR). */
const GIVEN_UP_MS = 5_000;
/** Duration of each attempt of a transaction on the fake clock. */
const TRY_MS = 500;

describe('KeyedMutex', () => {
  it('runs calls with the same key one after another', async () => {
    const mutex = new KeyedMutex();
    const steps: string[] = [];
    const call = (name: string) =>
      mutex.run('post', async () => {
        steps.push(`${name} begins`);
        await new Promise(setImmediate);
        steps.push(`${name} ends`);
      });

    await Promise.all([call('first'), call('second')]);

    expect(steps).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  });

  it('fails a call within 5 s that waited behind write conflicts', async () => {
    jest.useFakeTimers();
    const mutex = new KeyedMutex();
    const conflict = new mongo.MongoServerError({ message: 'WriteConflict', code: 112 });
    conflict.addErrorLabel('TransientTransactionError');
    const tookMs: number[] = [];
    const call = async () => {
      const sinceMs = Date.now();
      const work = () =>
        inTransaction(() => {
          jest.advanceTimersByTime(TRY_MS);
          return Promise.reject(conflict);
        });
      await mutex.run('post', work).catch(() => tookMs.push(Date.now() - sinceMs));
    };

    await Promise.all([call(), call()]);
    jest.useRealTimers();

    expect(tookMs).toHaveLength(2);
    expect(Math.max(...tookMs)).toBeLessThan(GIVEN_UP_MS);
  });
});
