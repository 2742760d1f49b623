import { describe, expect, it } from '@jest/globals';

import { SingleFlight } from './single-flight.js';

/** A work whose runs end when a test says so. */
class Work {
  begun = 0;
  atOnce = 0;
  mostAtOnce = 0;
  private ends: (() => void)[] = [];

  readonly flight = new SingleFlight(async () => {
    this.begun += 1;
    this.atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
    await new Promise<void>((resolve) => this.ends.push(resolve));
    this.atOnce -= 1;
  });

  /** Ends the present run and lets what comes of it happen. */
  async end(): Promise<void> {
    this.ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('SingleFlight', () => {
  it('runs anew for who asks while it runs, once for all of them', async () => {
    const work = new Work();

    const first = work.flight.run();
    const asked = [work.flight.run(), work.flight.run()];
    expect(work.begun).toBe(1);
    await work.end();
    await first;
    expect(work.begun).toBe(2);
    await work.end();
    await Promise.all(asked);

    expect(work).toMatchObject({ begun: 2, mostAtOnce: 1 });
  });

  it('is running until the last of all who asked has its answer', async () => {
    const work = new Work();
    expect(work.flight.running).toBeUndefined();
    void work.flight.run();
    void work.flight.run();
    let isOver = false;
    void work.flight.running?.then(() => (isOver = true));

    await work.end();
    expect(isOver).toBe(false);
    await work.end();

    expect(isOver).toBe(true);
    expect(work.flight.running).toBeUndefined();
  });

  it('never runs twice at once, also for who asks as soon as a run is over', async () => {
    const work = new Work();

    const first = work.flight.run();
    const second = work.flight.run();
    const third = first.then(() => work.flight.run());
    for (let ends = 0; ends < 3; ends += 1) await work.end();
    await Promise.all([second, third]);

    expect(work.mostAtOnce).toBe(1);
  });

  it('fails with its run, and runs anew after it', async () => {
    let runs = 0;
    const flight = new SingleFlight(() => {
      runs += 1;
      return runs === 1 ? Promise.reject(new Error('The disk is full')) : Promise.resolve();
    });

    const [failed, waiting] = [flight.run(), flight.run()];

    await expect(failed).rejects.toThrow('The disk is full');
    await expect(waiting).resolves.toBeUndefined();
    expect(runs).toBe(2);
  });
});
