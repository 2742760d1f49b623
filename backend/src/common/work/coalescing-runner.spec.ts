import { describe, expect, it } from '@jest/globals';

import { CoalescingRunner } from './coalescing-runner.js';

/** Work whose runs end when the test calls `end`. */
class Work {
  begun = 0;
  atOnce = 0;
  mostAtOnce = 0;
  private ends: (() => void)[] = [];

  readonly runner = new CoalescingRunner(async () => {
    this.begun += 1;
    this.atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
    await new Promise<void>((resolve) => this.ends.push(resolve));
    this.atOnce -= 1;
  });

  /** Ends the current run and waits one turn for what follows. */
  async end(): Promise<void> {
    this.ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('CoalescingRunner', () => {
  it('runs once more for all calls made during a run', async () => {
    const work = new Work();

    const first = work.runner.run();
    const asked = [work.runner.run(), work.runner.run()];
    expect(work.begun).toBe(1);
    await work.end();
    await first;
    expect(work.begun).toBe(2);
    await work.end();
    await Promise.all(asked);

    expect(work).toMatchObject({ begun: 2, mostAtOnce: 1 });
  });

  it('exposes `running` until the last requested run has ended', async () => {
    const work = new Work();
    expect(work.runner.running).toBeUndefined();
    void work.runner.run();
    void work.runner.run();
    let isOver = false;
    void work.runner.running?.then(() => (isOver = true));

    await work.end();
    expect(isOver).toBe(false);
    await work.end();

    expect(isOver).toBe(true);
    expect(work.runner.running).toBeUndefined();
  });

  it('never overlaps runs when called as soon as a run ends', async () => {
    const work = new Work();

    const first = work.runner.run();
    const second = work.runner.run();
    const third = first.then(() => work.runner.run());
    for (let ends = 0; ends < 3; ends += 1) await work.end();
    await Promise.all([second, third]);

    expect(work.mostAtOnce).toBe(1);
  });

  it('rejects the failed run and then runs again', async () => {
    let runs = 0;
    const runner = new CoalescingRunner(() => {
      runs += 1;
      return runs === 1 ? Promise.reject(new Error('The disk is full')) : Promise.resolve();
    });

    const [failed, waiting] = [runner.run(), runner.run()];

    await expect(failed).rejects.toThrow('The disk is full');
    await expect(waiting).resolves.toBeUndefined();
    expect(runs).toBe(2);
  });
});
