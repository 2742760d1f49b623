import { isInBackground } from '../mongo/background.js';
import { outsideTransaction } from '../mongo/transaction.js';

/** A queued item and its callback. */
interface Waiting<Item, Result> {
  item: Item;
  done: (result: Result) => void;
  fail: (error: unknown) => void;
}

/**
 * Batches reads by name that are requested in one turn of the event loop: under load many requests
 * are, and one query costs less than one each. The batch runs after the turn, so its result is never
 * older than the request. Unlike with `Batches`, a slow batch delays no later one.
 */
export class TurnBatches<Item, Result, Name extends string = string> {
  /** Queues by name, separate for the background. */
  private readonly waiting = new Map<string, Waiting<Item, Result>[]>();

  /**
   * @param run processes a batch and returns a result per item, in order; if it throws, all of them
   * have failed
   */
  constructor(
    private readonly run: (name: Name, items: readonly Item[]) => Promise<readonly Result[]>,
  ) {}

  add(name: Name, item: Item): Promise<Result> {
    // In the background a batch has no time limit, so it must not contain requests.
    const key = `${isInBackground() ? 'background' : 'request'}:${name}`;
    return new Promise((done, fail) => {
      const waiting = { item, done, fail };
      const others = this.waiting.get(key);
      if (others) {
        others.push(waiting);
        return;
      }
      const batch = [waiting];
      this.waiting.set(key, batch);
      // A batch contains items of several callers, so it is part of no caller's transaction.
      outsideTransaction(() =>
        setImmediate(() => {
          this.waiting.delete(key);
          void this.work(name, batch);
        }),
      );
    });
  }

  private async work(name: Name, batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.run(
        name,
        batch.map(({ item }) => item),
      );
      for (const [at, result] of results.entries()) batch[at]?.done(result);
    } catch (error) {
      for (const { fail } of batch) fail(error);
    }
  }
}
