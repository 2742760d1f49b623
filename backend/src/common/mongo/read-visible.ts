import type { PageBounds, PageRows } from '../http/page.js';
import { GrowingPage } from './read-page.js';

/** Rows that one page may skip; after them it ends, however few its rows are. */
export const MOST_LEFT_OUT = 500;
/** Extra rows of the first query, to replace skipped ones. */
const SPARE = 10;
/** Rows of each further question. */
const ROWS_AT_ONCE = 100;

/** The rows of a list with their visibility for one reader. */
export interface VisibleRows<Row> {
  /** Returns the rows after a given one, from the start without one. */
  read: (size: number, after: Row | undefined) => AsyncIterable<Row>;
  isVisible: (row: Row) => boolean;
  /** Whether hardly any row is hidden, so that no extra rows are read before one is skipped. */
  areAllVisible: boolean;
  /** Size of a row in the page, in bytes of UTF-8. */
  bytesOf: (row: Row) => number;
}

/**
 * Reads one page without the rows hidden from its reader. They are filtered here, so that the query
 * is as short for 10,000 hidden fans as for one. A page that skips too many is short or empty, and
 * has `end`, after which the next one starts.
 *
 * @param bounds a page has at least one row, however large, if it finds one
 */
export async function readVisible<Row>(
  { read, isVisible, areAllVisible, bytesOf }: VisibleRows<Row>,
  bounds: PageBounds,
): Promise<PageRows<Row>> {
  const page = new GrowingPage(bounds, bytesOf);
  const { rows } = page;
  let left = bounds.size + 1 + MOST_LEFT_OUT;
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
