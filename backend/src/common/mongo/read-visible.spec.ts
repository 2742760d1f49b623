import { describe, expect, it } from '@jest/globals';

import { MOST_LEFT_OUT, readVisible } from './read-visible.js';

describe('a page of the rows that a reader sees', () => {
  /** The numbers below `count` as a list that counts how many of them are read. */
  function listOf(count: number, isVisible: (row: number) => boolean) {
    const list = { read: 0 };
    async function* read(size: number, after = -1) {
      for (let row = after + 1; row < Math.min(after + 1 + size, count); row += 1) {
        list.read += 1;
        yield await Promise.resolve(row);
      }
    }
    return { list, rows: { read, isVisible, areAllVisible: false, bytesOf: () => 1 } };
  }

  it('is full in spite of rows in its way', async () => {
    const { rows } = listOf(1_000, (row) => row % 10 === 9);

    expect(await readVisible(rows, { size: 3 })).toEqual({ rows: [9, 19, 29], hasMore: true });
  });

  it('says where the list ends', async () => {
    const { rows } = listOf(30, (row) => row % 10 === 9);

    expect(await readVisible(rows, { size: 3 })).toEqual({ rows: [9, 19, 29], hasMore: false });
  });

  it('looks at a bounded number of rows, and has the place where the next page begins', async () => {
    const { list, rows } = listOf(10_000, (row) => row === 7);

    const page = await readVisible(rows, { size: 3 });

    expect(page).toEqual({ rows: [7], hasMore: true, end: list.read - 1 });
    expect(list.read).toBe(3 + 1 + MOST_LEFT_OUT);
  });
});
