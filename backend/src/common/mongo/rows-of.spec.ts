import { describe, expect, it } from '@jest/globals';

import { rowsOfBatches } from './rows-of.js';

describe('rowsOfBatches', () => {
  it('yields the rows of all batches in order, also after an empty one', async () => {
    const batches = [[{ number: 1 }, { number: 2 }], [], [{ number: 3 }]];
    const numbers: number[] = [];

    const rows = rowsOfBatches(() => Promise.resolve(batches.shift()));
    for await (const { number } of rows) numbers.push(number);

    expect(numbers).toEqual([1, 2, 3]);
  });

  it('reads no batch whose rows are not consumed', async () => {
    let count = 0;
    const readBatch = () => {
      count += 1;
      return Promise.resolve([{ count }, { count }]);
    };

    const seen: number[] = [];
    for await (const row of rowsOfBatches(readBatch)) {
      seen.push(row.count);
      if (seen.length === 4) break;
    }

    expect(seen).toEqual([1, 1, 2, 2]);
    expect(count).toBe(2);
  });
});
