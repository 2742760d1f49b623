import { describe, expect, it } from '@jest/globals';
import { mongo } from 'mongoose';

import { SingleCheck } from './single-check.js';

describe('SingleCheck', () => {
  /** A check that runs until `finish` is called. */
  function aCheck() {
    const started = { count: 0 };
    const waiting: (() => void)[] = [];
    const check = new SingleCheck(() => {
      started.count += 1;
      return new Promise((resolve) => waiting.push(resolve));
    });
    return { check, started, finish: () => waiting.splice(0).forEach((resolve) => resolve()) };
  }

  it('joins the current run instead of starting a second one', async () => {
    const { check, started, finish } = aCheck();
    const runs = [check.run(), check.run()];

    finish();
    await Promise.all(runs);

    expect(started.count).toBe(1);
  });

  it('runs again after the previous run has ended', async () => {
    const { check, started, finish } = aCheck();
    const first = check.run();
    finish();
    await first;

    const second = check.run();
    finish();
    await second;

    expect(started.count).toBe(2);
  });

  it('closes after the current run and starts none afterwards', async () => {
    const { check, started, finish } = aCheck();
    void check.run();
    let isClosed = false;
    const closing = check.close().then(() => (isClosed = true));
    await Promise.resolve();
    expect(isClosed).toBe(false);

    finish();
    await closing;
    await check.run();

    expect(started.count).toBe(1);
  });

  it('resolves when the database is unavailable', async () => {
    const check = new SingleCheck(() => Promise.reject(new mongo.MongoNetworkError('away')));

    await expect(check.run()).resolves.toBeUndefined();
  });

  it('rejects with any other error', async () => {
    const check = new SingleCheck(() => Promise.reject(new Error('fault')));

    await expect(check.run()).rejects.toThrow('fault');
  });
});
