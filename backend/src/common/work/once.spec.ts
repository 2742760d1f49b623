import { describe, expect, it } from '@jest/globals';

import { Once } from './once.js';

describe('Once', () => {
  it('runs the work once for all callers', async () => {
    let calls = 0;
    const once = new Once(() => Promise.resolve((calls += 1)));

    expect(await Promise.all([once.get(), once.get()])).toEqual([1, 1]);
    expect(await once.get()).toBe(1);
  });

  it('caches no rejected promise', async () => {
    let calls = 0;
    const once = new Once(() => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error('no memory')) : Promise.resolve(calls);
    });

    const [first, second] = await Promise.allSettled([once.get(), once.get()]);

    expect([first.status, second.status]).toEqual(['rejected', 'rejected']);
    expect(await once.get()).toBe(2);
  });
});
