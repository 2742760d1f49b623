import { setTimeout as delay } from 'node:timers/promises';

/** Nobody waits longer for the work before: where the database hangs, all are told so side by side. */
const PATIENCE_MS = 2_500;

/**
 * Lets works of the same name run one after another, and all others side by
 * side. A courtesy that spares transactions the meeting with each other; what
 * has to be right is decided by the database.
 */
export class InTurn {
  private readonly last = new Map<string, Promise<unknown>>();

  async run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.last.get(name);
    const mine = before ? ended(before).then(work) : work();
    this.last.set(name, mine);
    try {
      return await mine;
    } finally {
      if (this.last.get(name) === mine) this.last.delete(name);
    }
  }
}

/** Waits for the end of a work, however it ends, or until patience does. */
async function ended(work: Promise<unknown>): Promise<void> {
  const patience = new AbortController();
  const { signal } = patience;
  try {
    await Promise.race([work, delay(PATIENCE_MS, undefined, { signal, ref: false })]);
  } catch {
    // Whoever began that work is told of its failure.
  } finally {
    patience.abort();
  }
}
