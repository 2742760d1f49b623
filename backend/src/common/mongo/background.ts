import { WorkVariable } from '../work/work-variable.js';

const background = new WorkVariable<boolean>();

/**
 * Runs `work` in the background: its database operations use the jobs' client, which has no time
 * limit and takes no connection from requests. Applies to everything that `work` awaits or starts.
 */
export function inBackground<Result>(work: () => Result): Result {
  return background.run(true, work);
}

/** Runs `work` outside the background: for work that is shared with requests. */
export function outsideBackground<Result>(work: () => Result): Result {
  return background.run(false, work);
}

export function isInBackground(): boolean {
  return background.get() === true;
}

/** Runs each step of an iteration in the background: a generator runs in the context of its reader. */
export async function* iterateInBackground<Item>(
  items: AsyncIterable<Item>,
): AsyncGenerator<Item, void, undefined> {
  const iterator = inBackground(() => items[Symbol.asyncIterator]());
  try {
    for (;;) {
      const step = await inBackground(() => iterator.next());
      if (step.done) return;
      yield step.value;
    }
  } finally {
    await inBackground(() => iterator.return?.());
  }
}
