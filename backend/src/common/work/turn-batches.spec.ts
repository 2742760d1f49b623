import { describe, expect, it } from '@jest/globals';

import { inBackground } from '../mongo/background.js';
import { TurnBatches } from './turn-batches.js';

const nextTurn = () => new Promise<void>((done) => setImmediate(done));

/** Batches that double their numbers and record each run. */
function doubling() {
  const runs: [string, readonly number[]][] = [];
  const batches = new TurnBatches<number, number>((name, items) => {
    runs.push([name, items]);
    return Promise.resolve(items.map((item) => 2 * item));
  });
  return { batches, runs };
}

describe('TurnBatches', () => {
  it('runs the items of one turn together and returns the result of each', async () => {
    const { batches, runs } = doubling();

    const results = await Promise.all([1, 2, 3].map((item) => batches.add('goals', item)));

    expect(results).toEqual([2, 4, 6]);
    expect(runs).toEqual([['goals', [1, 2, 3]]]);
  });

  it('runs items of other names, of later turns, and of the background apart', async () => {
    const { batches, runs } = doubling();

    const first = [batches.add('goals', 1), batches.add('cards', 2)];
    const background = inBackground(() => batches.add('goals', 3));
    await nextTurn();
    const second = batches.add('goals', 4);
    await Promise.all([...first, background, second]);

    expect(runs).toEqual([
      ['goals', [1]],
      ['cards', [2]],
      ['goals', [3]],
      ['goals', [4]],
    ]);
  });

  it('runs a batch while an earlier one is still running', async () => {
    let end = (): void => undefined;
    const slow = new Promise<void>((done) => (end = done));
    const batches = new TurnBatches<number, number>(async (_name, items) => {
      if (items.includes(1)) await slow;
      return items;
    });

    const first = batches.add('goals', 1);
    await nextTurn();

    expect(await batches.add('goals', 2)).toBe(2);
    end();
    expect(await first).toBe(1);
  });

  it('fails all items of a batch that throws, and no later one', async () => {
    let isBroken = true;
    const batches = new TurnBatches<number, number>((_name, items) =>
      isBroken ? Promise.reject(new Error('Away')) : Promise.resolve(items),
    );

    const failed = await Promise.allSettled([batches.add('goals', 1), batches.add('goals', 2)]);
    isBroken = false;

    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await batches.add('goals', 3)).toBe(3);
  });
});
