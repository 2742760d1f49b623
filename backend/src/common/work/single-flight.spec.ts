import { describe, expect, it } from '@jest/globals';

import { SingleFlight } from './single-flight.js';

describe('SingleFlight', () => {
  it('runs once for all who ask while it runs, and again for who asks afterwards', async () => {
    let runs = 0;
    let finish: () => void = () => undefined;
    const flight = new SingleFlight(() => {
      runs += 1;
      return new Promise((resolve) => (finish = resolve));
    });

    const asked = [flight.run(), flight.run()];
    expect(runs).toBe(1);
    finish();
    await Promise.all(asked);
    expect(flight.running).toBeUndefined();

    const again = flight.run();
    expect(runs).toBe(2);
    expect(flight.running).toBeDefined();
    finish();
    await again;
  });

  it('fails with its run, and runs anew after it', async () => {
    let runs = 0;
    const flight = new SingleFlight(() => {
      runs += 1;
      return runs === 1 ? Promise.reject(new Error('The disk is full')) : Promise.resolve();
    });

    await expect(flight.run()).rejects.toThrow('The disk is full');

    await expect(flight.run()).resolves.toBeUndefined();
    expect(runs).toBe(2);
  });
});
