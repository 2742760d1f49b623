import { LIST_MAX_BYTES, type PageBounds, type PageRows } from '../http/page.js';

/**
 * A page being read.
 *
 * @param bounds a page has at least one row, however large
 * @param bytesOf size of a row in the page, in bytes of UTF-8
 */
export class GrowingPage<Row> {
  readonly rows: Row[] = [];
  private bytes = 0;

  constructor(
    private readonly bounds: PageBounds,
    private readonly bytesOf: (row: Row) => number,
  ) {}

  /** Adds a row. Returns false if it does not fit and the page is full. */
  add(row: Row): boolean {
    const { size, maxBytes = LIST_MAX_BYTES } = this.bounds;
    this.bytes += this.bytesOf(row);
    if (this.rows.length === size) return false;
    if (this.rows.length > 0 && this.bytes > maxBytes) return false;
    this.rows.push(row);
    return true;
  }
}

/**
 * Reads one page and stops: no row beyond it is decoded.
 *
 * @param rows in the order of the list, one more than the page may have
 */
export async function readPage<Row>(
  rows: AsyncIterable<Row>,
  bounds: PageBounds,
  bytesOf: (row: Row) => number,
): Promise<PageRows<Row>> {
  const page = new GrowingPage(bounds, bytesOf);
  for await (const row of rows) {
    if (!page.add(row)) return { rows: page.rows, hasMore: true };
  }
  return { rows: page.rows, hasMore: false };
}
