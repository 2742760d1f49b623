import { isInBackground } from '../mongo/background.js';
import { afterWaitSince, outsideTransaction } from '../mongo/transaction.js';

/** A waiting item and its callback. */
interface Waiting<Item, Result> {
  item: Item;
  sinceMs: number;
  done: (result: Result) => void;
  fail: (error: unknown) => void;
}

/**
 * Does works of the same name in one go: the first one at once, and what comes
 * meanwhile together after it. What many want to write to one place costs a few
 * writes, and none has to wait for all before it.
 */
export class Batches<Item, Result> {
  /** By name, apart for the background; there as long as some are being done. */
  private readonly waiting = new Map<string, Waiting<Item, Result>[]>();

  /**
   * @param run does some works; answers a result for each, in their order. Where it throws, all of them have failed.
   * @param most so many are done in one go at the most
   * @param keyOf works with the same key are never done in one go, where there is one
   */
  constructor(
    private readonly run: (name: string, items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly most: number,
    private readonly keyOf?: (item: Item) => string,
  ) {}

  add(name: string, item: Item): Promise<Result> {
    // In the background a batch has no time limit, so no request may be part of it.
    const key = `${isInBackground() ? 'background' : 'request'}:${name}`;
    return new Promise((done, fail) => {
      const waiting = { item, sinceMs: Date.now(), done, fail };
      const others = this.waiting.get(key);
      if (others) {
        others.push(waiting);
        return;
      }
      const queue = [waiting];
      this.waiting.set(key, queue);
      // A batch holds the items of several callers: it belongs to the transaction of none.
      void outsideTransaction(() => this.work(key, name, queue));
    });
  }

  private async work(key: string, name: string, queue: Waiting<Item, Result>[]): Promise<void> {
    while (queue.length > 0) {
      const batch = this.take(queue);
      try {
        const items = batch.map(({ item }) => item);
        // The first one has waited for the longest.
        const sinceMs = batch[0]?.sinceMs ?? Date.now();
        const results = await afterWaitSince(sinceMs, () => this.run(name, items));
        for (const [at, result] of results.entries()) batch[at]?.done(result);
      } catch (error) {
        for (const { fail } of batch) fail(error);
      }
    }
    this.waiting.delete(key);
  }

  private take(queue: Waiting<Item, Result>[]): Waiting<Item, Result>[] {
    const { keyOf } = this;
    if (!keyOf) return queue.splice(0, this.most);
    const keys = new Set<string>();
    let size = 0;
    for (const { item } of queue.slice(0, this.most)) {
      const key = keyOf(item);
      if (keys.has(key)) break;
      keys.add(key);
      size += 1;
    }
    return queue.splice(0, size);
  }
}
