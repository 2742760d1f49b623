import { setTimeout as delay } from 'node:timers/promises';

import { say } from '../start/long-step.mjs';

/** As a process manager does: a part that ended is away for this long. */
const RESTART_MS = 2_000;
const START_LIMIT_MS = 180_000;
const ENDS_ALLOWED = 5;
const ENDS_WINDOW_MS = 60_000;

/**
 * @typedef {import('./program.mjs').RunningProgram & {
 *   ready: (signal: AbortSignal) => Promise<void>,
 * }} StartedPart `ready` resolves when it serves
 */

/** One process of the cluster, which is started again whenever it ends. */
export class Part {
  /** @type {StartedPart | undefined} */
  #running;
  #isReady = false;
  #stopping = new AbortController();
  /** @type {number[]} */
  #ends = [];
  /** @type {(fault: string) => void} */
  #fail = () => undefined;
  /** Resolves with the reason in words if the part does not stay up. @type {Promise<string>} */
  failed = new Promise((done) => (this.#fail = done));

  /**
   * @param {string} name for people, such as `server 1`
   * @param {() => Promise<StartedPart>} launch
   * @param {() => Promise<void>} onChange called with each new process, and when it serves
   */
  constructor(name, launch, onChange) {
    this.name = name;
    this.launch = launch;
    this.onChange = onChange;
  }

  /** Its process, whose id is 0 before it starts, and whether that serves. */
  get state() {
    return { name: this.name, pid: this.#running?.pid ?? 0, isReady: this.#isReady };
  }

  /** Starts it and waits until it serves. */
  async start() {
    const running = await this.#launchReady();
    void this.#restartAfter(running);
  }

  /** Ends it, also during a start. */
  async stop() {
    this.#stopping.abort();
    await this.#running?.stop();
  }

  async #launchReady() {
    const running = await this.launch();
    this.#running = running;
    this.#isReady = false;
    // Asked to stop while the process was made: `stop` has not seen it.
    if (this.#stopping.signal.aborted) await running.stop();
    await this.onChange();
    const waiting = new AbortController();
    const limit = AbortSignal.timeout(START_LIMIT_MS);
    const signal = AbortSignal.any([waiting.signal, this.#stopping.signal, limit]);
    const ended = running.ended.then((how) => {
      throw new Error(`${this.name} ended ${how} before it was ready.`);
    });
    try {
      await Promise.race([running.ready(signal), ended]);
      this.#isReady = true;
      await this.onChange();
    } catch (error) {
      if (!limit.aborted) throw error;
      throw new Error(`${this.name} did not serve within ${START_LIMIT_MS / 1_000} s.`);
    } finally {
      ended.catch(() => undefined);
      waiting.abort();
    }
    return running;
  }

  /** @param {StartedPart} running */
  async #restartAfter(running) {
    let current = running;
    try {
      for (;;) {
        const how = await current.ended;
        this.#isReady = false;
        if (this.#stopping.signal.aborted) return;
        this.#countEnd(how);
        say(`${this.name} ended ${how}; it starts again in ${RESTART_MS / 1_000} s.`);
        await delay(RESTART_MS, undefined, { signal: this.#stopping.signal });
        current = await this.#launchReady();
        say(`${this.name} is back (process ${current.pid}).`);
      }
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      this.#fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {string} how */
  #countEnd(how) {
    const now = Date.now();
    this.#ends = [...this.#ends.filter((time) => time > now - ENDS_WINDOW_MS), now];
    if (this.#ends.length > ENDS_ALLOWED) throw new Error(`${this.name} does not stay up: ${how}.`);
  }
}
