import { describe, expect, it } from '@jest/globals';

import { AdmissionQueue, type Lane, type QueueOptions } from './admission-queue.js';

const OPTIONS: QueueOptions = {
  minRunning: 2,
  maxRunning: 4,
  urgentRunning: 1,
  maxDelayMs: 40,
  maxWaitMs: 100,
  maxBurst: 6,
  holdMs: 1_000,
  expireMs: 2_000,
};

/** A queue on a clock of the test, with the names of what it started, refused and let expire. */
class Bench {
  readonly started: string[] = [];
  readonly refused: string[] = [];
  readonly expired: string[] = [];
  private nowMs = 0;
  private readonly queue = new AdmissionQueue(OPTIONS, () => this.nowMs);
  private readonly turns = new Map<string, Parameters<AdmissionQueue['leave']>[0]>();

  get running(): number {
    return this.queue.running;
  }

  get waiting(): number {
    return this.queue.waiting;
  }

  enter(name: string, lane: Lane = 'normal'): void {
    const turn = {
      lane,
      start: () => this.started.push(name),
      expire: () => this.expired.push(name),
    };
    this.turns.set(name, turn);
    if (!this.queue.enter(turn)) this.refused.push(name);
  }

  enterAll(count: number, prefix = 'r'): void {
    for (let number = 1; number <= count; number += 1) this.enter(`${prefix}${number}`);
  }

  leave(name: string): void {
    this.queue.leave(this.turn(name));
  }

  pause(name: string): void {
    this.queue.pause(this.turn(name));
  }

  hold(): void {
    this.queue.hold();
  }

  release(): void {
    this.queue.release();
  }

  /** Lets time go by and adapts the queue at its end. */
  pass(ms: number, delayMs = 0): void {
    this.nowMs += ms;
    this.queue.adapt(delayMs, ms);
  }

  private turn(name: string) {
    const turn = this.turns.get(name);
    if (!turn) throw new Error(`no turn ${name}`);
    return turn;
  }
}

describe('AdmissionQueue', () => {
  it('starts requests up to the limit and lets others wait in their order', () => {
    const bench = new Bench();
    bench.enterAll(6);

    expect(bench.started).toEqual(['r1', 'r2', 'r3', 'r4']);
    bench.leave('r2');
    bench.leave('r1');
    expect(bench.started.slice(4)).toEqual(['r5', 'r6']);
  });

  it('starts nothing while it is held, then all that has room', () => {
    const bench = new Bench();
    bench.enter('running');
    bench.hold();
    bench.enterAll(2);
    bench.leave('running');
    expect(bench.started).toEqual(['running']);

    bench.release();
    expect(bench.started).toEqual(['running', 'r1', 'r2']);
  });

  it('lets a burst wait at an idle server, and refuses what comes beyond it', () => {
    const bench = new Bench();

    bench.enterAll(12);

    expect({ waiting: bench.waiting, refused: bench.refused }).toEqual({
      waiting: OPTIONS.maxBurst,
      refused: ['r11', 'r12'],
    });
  });

  it('lets no more wait than the server completes within the bound', () => {
    const bench = new Bench();
    bench.enterAll(10);
    bench.pass(100);
    for (const name of ['r1', 'r2', 'r3']) bench.leave(name);
    bench.pass(100);

    // Three in 100 ms: three may wait, and three do.
    bench.enter('late');

    expect(bench.refused).toEqual(['late']);
  });

  it('takes no rate from a sample in which a burst has just begun', () => {
    const bench = new Bench();
    bench.enterAll(9);
    bench.pass(100);

    bench.enter('late');

    expect(bench.refused).toEqual([]);
  });

  it('takes no rate from a sample in which nothing was completed, while none is known', () => {
    const bench = new Bench();
    bench.enterAll(8);
    bench.pass(100);
    bench.pass(100);

    bench.enter('late');

    expect(bench.refused).toEqual([]);
  });

  it('lets a burst wait again when nobody waits any more', () => {
    const bench = new Bench();
    bench.enterAll(5);
    bench.pass(100);
    for (const name of ['r1', 'r2', 'r3', 'r4', 'r5']) bench.leave(name);
    bench.pass(100);

    bench.enterAll(10, 'next');

    expect(bench.refused).toEqual([]);
  });

  it('runs fewer at once while the event loop is late, and more again after', () => {
    const bench = new Bench();
    bench.pass(100, 90);
    bench.pass(100, 90);
    bench.enterAll(4);
    expect(bench.running).toBe(OPTIONS.minRunning);

    bench.pass(100);

    expect(bench.running).toBe(4);
  });

  it('starts urgent requests before normal ones, in places of their own', () => {
    const bench = new Bench();
    bench.enterAll(5);
    bench.enter('login', 'urgent');
    bench.enter('admin', 'urgent');
    expect(bench.started).toEqual(['r1', 'r2', 'r3', 'r4', 'login']);

    bench.leave('r1');

    expect(bench.started.at(-1)).toBe('admin');
    expect(bench.waiting).toBe(1);
  });

  it('refuses urgent requests beyond the bound, too', () => {
    const bench = new Bench();
    for (let number = 0; number < 20; number += 1) bench.enter(`login${number}`, 'urgent');

    expect(bench.refused).toHaveLength(
      20 - OPTIONS.maxRunning - OPTIONS.urgentRunning - OPTIONS.maxBurst,
    );
  });

  it('does not start a request that has left while it waited', () => {
    const bench = new Bench();
    bench.enterAll(6);
    bench.leave('r5');

    bench.leave('r1');

    expect(bench.started.slice(4)).toEqual(['r6']);
  });

  it('gives the place of a paused request away, and never refuses its return', () => {
    const bench = new Bench();
    bench.enterAll(5);
    bench.pause('r1');
    expect(bench.started.at(-1)).toBe('r5');
    bench.enterAll(20, 'more');

    bench.enter('r1 again', 'resumed');
    bench.enter('r2 again', 'resumed');

    expect(bench.refused).not.toContain('r2 again');
    bench.leave('r2');
    expect(bench.started.slice(5)).toEqual(['r1 again', 'r2 again']);
  });

  it('gives away the place of a request that runs for long', () => {
    const bench = new Bench();
    bench.enterAll(5);

    bench.pass(OPTIONS.holdMs);

    expect(bench.started.at(-1)).toBe('r5');
    bench.leave('r1');
    expect(bench.running).toBe(1);
  });

  it('refuses a request that has waited for too long', () => {
    const bench = new Bench();
    bench.enterAll(10);

    bench.pass(OPTIONS.expireMs / 2);
    bench.pass(OPTIONS.expireMs / 2);

    expect(bench.started).toHaveLength(8);
    expect(bench.expired).toEqual(['r9', 'r10']);
  });
});
