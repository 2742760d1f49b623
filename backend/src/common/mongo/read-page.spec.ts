import { describe, expect, it } from '@jest/globals';

import { readPage } from './read-page.js';

describe('a page of rows', () => {
  /** Rows that count how many of them were read. */
  function rowsOf(...sizes: number[]) {
    const read: number[] = [];
    async function* rows() {
      for (const size of sizes) {
        read.push(size);
        yield await Promise.resolve(size);
      }
    }
    return { read, rows: rows() };
  }
  const bytesOf = (size: number) => size;

  it('ends at its size, and says that there are more', async () => {
    const { rows } = rowsOf(1, 1, 1);

    expect(await readPage(rows, { size: 2 }, bytesOf)).toEqual({ rows: [1, 1], hasMore: true });
  });

  it('is the last one where the rows end with it', async () => {
    const { rows } = rowsOf(1, 1);

    expect(await readPage(rows, { size: 2 }, bytesOf)).toEqual({ rows: [1, 1], hasMore: false });
  });

  it('ends at its bytes, and reads no row beyond the one that did not fit', async () => {
    const { rows, read } = rowsOf(40, 60, 1, 1);

    expect(await readPage(rows, { size: 10, maxBytes: 99 }, bytesOf)).toEqual({
      rows: [40],
      hasMore: true,
    });
    expect(read).toEqual([40, 60]);
  });

  it('has one row at least, however large', async () => {
    const { rows } = rowsOf(500, 1);

    expect(await readPage(rows, { size: 10, maxBytes: 99 }, bytesOf)).toEqual({
      rows: [500],
      hasMore: true,
    });
  });
});
