import { describe, expect, it } from '@jest/globals';

import { MOST_LEFT_OUT, readVisible } from './read-visible.js';

describe('readVisible', () => {
  /** A list of the numbers below `count` that counts the rows it yields. */
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

  it('fills the page despite invisible rows in between', async () => {
    const { rows } = listOf(1_000, (row) => row % 10 === 9);

    expect(await readVisible(rows, { size: 3 })).toEqual({ rows: [9, 19, 29], hasMore: true });
  });

  it('fills the page despite invisible rows where none was expected', async () => {
    const { rows } = listOf(1_000, (row) => row > 50);

    expect(await readVisible({ ...rows, areAllVisible: true }, { size: 3 })).toEqual({
      rows: [51, 52, 53],
      hasMore: true,
    });
  });

  it('reports the end of the list', async () => {
    const { rows } = listOf(30, (row) => row % 10 === 9);

    expect(await readVisible(rows, { size: 3 })).toEqual({ rows: [9, 19, 29], hasMore: false });
  });

  it('reads a bounded number of rows and returns the start of the next page', async () => {
    const { list, rows } = listOf(10_000, (row) => row === 7);

    const page = await readVisible(rows, { size: 3 });

    expect(page).toEqual({ rows: [7], hasMore: true, end: list.read - 1 });
    expect(list.read).toBe(3 + 1 + MOST_LEFT_OUT);
  });
});
