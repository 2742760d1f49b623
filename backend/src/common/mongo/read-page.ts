import { LIST_MAX_BYTES, type PageBounds, type PageRows } from '../http/page.js';

/**
 * Reads one page and stops there: no row is decoded that the page has no place for.
 *
 * @param rows in the order of the list, one more than the page may have
 * @param bounds a page has at least one row, however large
 * @param bytesOf what a row adds to the page, in bytes of UTF-8
 */
export async function readPage<Row>(
  rows: AsyncIterable<Row>,
  { size, maxBytes = LIST_MAX_BYTES }: PageBounds,
  bytesOf: (row: Row) => number,
): Promise<PageRows<Row>> {
  const page: Row[] = [];
  let bytes = 0;
  for await (const row of rows) {
    bytes += bytesOf(row);
    if (page.length === size || (page.length > 0 && bytes > maxBytes)) {
      return { rows: page, hasMore: true };
    }
    page.push(row);
  }
  return { rows: page, hasMore: false };
}
