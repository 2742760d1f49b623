import type { PageBounds, PageRows } from '../http/page.js';
import { GrowingPage } from './read-page.js';

/** Rows that one page may look at beyond its own: after them it ends, however few its rows are. */
export const MOST_LEFT_OUT = 500;
/** Rows in place of those that may be left out, in the first question. */
const SPARE = 10;
/** Rows of each further question. */
const ROWS_AT_ONCE = 100;

/** The rows of a list that one reader sees. */
export interface VisibleRows<Row> {
  /** The next rows of the list after one of it, from its beginning without one. */
  read: (size: number, after: Row | undefined) => AsyncIterable<Row>;
  isVisible: (row: Row) => boolean;
  /** Whether the reader sees all rows, so that none of them is read in vain. */
  areAllVisible: boolean;
  /** What a row adds to the page, in bytes of UTF-8. */
  bytesOf: (row: Row) => number;
}

/**
 * Reads one page without the rows that its reader does not see. They are left out here, so that the
 * question is as short for 10,000 hidden fans as for one. A page with too many of them in its way
 * is shorter than asked for, or empty, and has `end`: the next one begins after it.
 *
 * @param bounds a page has at least one row, however large, where it finds one
 */
export async function readVisible<Row>(
  { read, isVisible, areAllVisible, bytesOf }: VisibleRows<Row>,
  bounds: PageBounds,
): Promise<PageRows<Row>> {
  const page = new GrowingPage(bounds, bytesOf);
  const { rows } = page;
  let left = bounds.size + 1 + (areAllVisible ? 0 : MOST_LEFT_OUT);
  let asked = bounds.size + 1 + (areAllVisible ? 0 : SPARE);
  let end: Row | undefined;
  while (left > 0) {
    let count = 0;
    for await (const row of read(asked, end)) {
      count += 1;
      end = row;
      if (isVisible(row) && !page.add(row)) return { rows, hasMore: true };
    }
    if (count < asked) return { rows, hasMore: false };
    left -= asked;
    asked = Math.min(ROWS_AT_ONCE, left);
  }
  return end === undefined ? { rows, hasMore: false } : { rows, hasMore: true, end };
}
