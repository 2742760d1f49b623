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

/** A queue on a test clock that records the names of started, refused and expired requests. */
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

  /** Advances the clock, then adapts the queue. */
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
  it('starts requests up to the limit and queues the rest in order', () => {
    const bench = new Bench();
    bench.enterAll(6);

    expect(bench.started).toEqual(['r1', 'r2', 'r3', 'r4']);
    bench.leave('r2');
    bench.leave('r1');
    expect(bench.started.slice(4)).toEqual(['r5', 'r6']);
  });

  it('starts nothing while held, then fills all free slots when released', () => {
    const bench = new Bench();
    bench.enter('running');
    bench.hold();
    bench.enterAll(2);
    bench.leave('running');
    expect(bench.started).toEqual(['running']);

    bench.release();
    expect(bench.started).toEqual(['running', 'r1', 'r2']);
  });

  it('queues a burst at an idle server and refuses requests beyond maxBurst', () => {
    const bench = new Bench();

    bench.enterAll(12);

    expect({ waiting: bench.waiting, refused: bench.refused }).toEqual({
      waiting: OPTIONS.maxBurst,
      refused: ['r11', 'r12'],
    });
  });

  it('queues no more requests than the server completes within maxWaitMs', () => {
    const bench = new Bench();
    bench.enterAll(10);
    bench.pass(100);
    for (const name of ['r1', 'r2', 'r3']) bench.leave(name);
    bench.pass(100);

    // Three in 100 ms: three may wait, and three do.
    bench.enter('late');

    expect(bench.refused).toEqual(['late']);
  });

  it('derives no completion rate from a sample in which a burst begins', () => {
    const bench = new Bench();
    bench.enterAll(9);
    bench.pass(100);

    bench.enter('late');

    expect(bench.refused).toEqual([]);
  });

  it('derives no completion rate from samples without completions', () => {
    const bench = new Bench();
    bench.enterAll(8);
    bench.pass(100);
    bench.pass(100);

    bench.enter('late');

    expect(bench.refused).toEqual([]);
  });

  it('accepts a burst again once the queue is empty', () => {
    const bench = new Bench();
    bench.enterAll(5);
    bench.pass(100);
    for (const name of ['r1', 'r2', 'r3', 'r4', 'r5']) bench.leave(name);
    bench.pass(100);

    bench.enterAll(10, 'next');

    expect(bench.refused).toEqual([]);
  });

  it('lowers concurrency while the event loop lags and raises it afterwards', () => {
    const bench = new Bench();
    bench.pass(100, 90);
    bench.pass(100, 90);
    bench.enterAll(4);
    expect(bench.running).toBe(OPTIONS.minRunning);

    bench.pass(100);

    expect(bench.running).toBe(4);
  });

  it('starts urgent requests before normal ones, in reserved slots', () => {
    const bench = new Bench();
    bench.enterAll(5);
    bench.enter('login', 'urgent');
    bench.enter('admin', 'urgent');
    expect(bench.started).toEqual(['r1', 'r2', 'r3', 'r4', 'login']);

    bench.leave('r1');

    expect(bench.started.at(-1)).toBe('admin');
    expect(bench.waiting).toBe(1);
  });

  it('refuses urgent requests beyond the queue limit', () => {
    const bench = new Bench();
    for (let number = 0; number < 20; number += 1) bench.enter(`login${number}`, 'urgent');

    expect(bench.refused).toHaveLength(
      20 - OPTIONS.maxRunning - OPTIONS.urgentRunning - OPTIONS.maxBurst,
    );
  });

  it('does not start a request that left while queued', () => {
    const bench = new Bench();
    bench.enterAll(6);
    bench.leave('r5');

    bench.leave('r1');

    expect(bench.started.slice(4)).toEqual(['r6']);
  });

  it('frees the slot of a paused request and never refuses its resumption', () => {
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

  it('frees the slot of a request that runs longer than holdMs', () => {
    const bench = new Bench();
    bench.enterAll(5);

    bench.pass(OPTIONS.holdMs);

    expect(bench.started.at(-1)).toBe('r5');
    bench.leave('r1');
    expect(bench.running).toBe(1);
  });

  it('expires a request that waits longer than expireMs', () => {
    const bench = new Bench();
    bench.enterAll(10);

    bench.pass(OPTIONS.expireMs / 2);
    bench.pass(OPTIONS.expireMs / 2);

    expect(bench.started).toHaveLength(8);
    expect(bench.expired).toEqual(['r9', 'r10']);
  });
});
