import { describe, expect, it } from '@jest/globals';

import { readPage } from './read-page.js';

describe('readPage', () => {
  /** An iterator of rows that records each row it yields. */
  function recordRows(...sizes: number[]) {
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

  it('stops at the page size and reports that there are more rows', async () => {
    const { rows } = recordRows(1, 1, 1);

    expect(await readPage(rows, { size: 2 }, bytesOf)).toEqual({ rows: [1, 1], hasMore: true });
  });

  it('reports no more rows when the rows end with the page', async () => {
    const { rows } = recordRows(1, 1);

    expect(await readPage(rows, { size: 2 }, bytesOf)).toEqual({ rows: [1, 1], hasMore: false });
  });

  it('stops at maxBytes and reads no row after the one that did not fit', async () => {
    const { rows, read } = recordRows(40, 60, 1, 1);

    expect(await readPage(rows, { size: 10, maxBytes: 99 }, bytesOf)).toEqual({
      rows: [40],
      hasMore: true,
    });
    expect(read).toEqual([40, 60]);
  });

  it('returns at least one row, however large', async () => {
    const { rows } = recordRows(500, 1);

    expect(await readPage(rows, { size: 10, maxBytes: 99 }, bytesOf)).toEqual({
      rows: [500],
      hasMore: true,
    });
  });
});
