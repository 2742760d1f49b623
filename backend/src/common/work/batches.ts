import { isInBackground } from '../mongo/background.js';
import { afterWaitSince, outsideTransaction } from '../mongo/transaction.js';

/** A queued item and its callback. */
interface Waiting<Item, Result> {
  item: Item;
  sinceMs: number;
  done: (result: Result) => void;
  fail: (error: unknown) => void;
}

/**
 * Batches work by name: the first item runs immediately, and those queued during its run share the
 * next batch. Many concurrent writes to one row then cost a few writes, and no item waits for all
 * before it.
 */
export class Batches<Item, Result> {
  /** Queues by name, separate for the background; present while a batch runs. */
  private readonly waiting = new Map<string, Waiting<Item, Result>[]>();

  /**
   * @param run processes a batch and returns a result per item, in order; if it throws, all of them
   * have failed
   * @param most maximum batch size
   * @param keyOf items with equal keys are never in one batch; absent if any may be
   */
  constructor(
    private readonly run: (name: string, items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly most: number,
    private readonly keyOf?: (item: Item) => string,
  ) {}

  add(name: string, item: Item): Promise<Result> {
    // In the background a batch has no time limit, so it must not contain requests.
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
      // A batch contains items of several callers, so it is part of no caller's transaction.
      void outsideTransaction(() => this.work(key, name, queue));
    });
  }

  private async work(key: string, name: string, queue: Waiting<Item, Result>[]): Promise<void> {
    while (queue.length > 0) {
      const batch = this.take(queue);
      try {
        const items = batch.map(({ item }) => item);
        // The first one has waited longest.
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
