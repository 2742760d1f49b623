import { setTimeout as delay } from 'node:timers/promises';

import { afterWaitSince } from '../mongo/transaction.js';

/** The longest wait for the previous call: if the database hangs, all callers fail at the same time. */
const MAX_WAIT_MS = 2_500;

/**
 * Runs calls with the same key one after another. Only reduces write conflicts between
 * transactions of this process; the database guarantees correctness.
 */
export class KeyedMutex {
  private readonly last = new Map<string, Promise<unknown>>();

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.last.get(key);
    const sinceMs = Date.now();
    const mine = before ? waitFor(before).then(() => afterWaitSince(sinceMs, work)) : work();
    this.last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.last.get(key) === mine) this.last.delete(key);
    }
  }
}

/** Waits until `work` settles, at most `MAX_WAIT_MS`. */
async function waitFor(work: Promise<unknown>): Promise<void> {
  const timeout = new AbortController();
  const { signal } = timeout;
  try {
    await Promise.race([work, delay(MAX_WAIT_MS, undefined, { signal, ref: false })]);
  } catch {
    // Its own caller handles the failure.
  } finally {
    timeout.abort();
  }
}
