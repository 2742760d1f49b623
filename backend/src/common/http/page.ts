import type { Request, Response } from 'express';

/** No list comes to more bytes of JSON than this (API.md §5). */
export const LIST_MAX_BYTES = 1024 * 1024;

/** One page of a list, and the cursor of the next one where there is one. */
export interface Page<Item> {
  items: Item[];
  next?: string;
}

/** Where a page ends: at its rows, or at its bytes of JSON. */
export interface PageBounds {
  size: number;
  /** 1 MB where it is absent. */
  maxBytes?: number;
}

/** What a page is made of, and whether the list goes on after it. */
export interface PageRows<Row> {
  rows: Row[];
  hasMore: boolean;
  /** The last row that was looked at, where the page ends behind its own rows. */
  end?: Row;
}

/**
 * Ends a page at the bytes of a list.
 *
 * @param answers what the rows look like to their reader; some may show nothing
 * @returns the items that fit, and after what the next page begins; undefined at the list's end
 */
export function cutPage<Row, Item>(
  answers: readonly Item[],
  page: PageRows<Row>,
  maxBytes?: number,
): { items: Item[]; last: Row | Item | undefined } {
  const items = withinBytes(answers, maxBytes);
  if (items.length < answers.length) return { items, last: items.at(-1) };
  return { items, last: endOf(page) };
}

/** After which row the next page begins; undefined at the list's end. */
export function endOf<Row>({ rows, hasMore, end = rows.at(-1) }: PageRows<Row>): Row | undefined {
  return hasMore ? end : undefined;
}

/**
 * The first items that fit into a list, at least one.
 *
 * @param maxBytes of JSON, with commas and brackets
 */
export function withinBytes<Item>(items: readonly Item[], maxBytes = LIST_MAX_BYTES): Item[] {
  let bytes = 2;
  const end = items.findIndex((item, index) => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    return index > 0 && bytes > maxBytes;
  });
  return end === -1 ? [...items] : items.slice(0, end);
}

/**
 * Sets the link to the next page: `Link: <…>; rel="next"`, the request's address with the new
 * cursor.
 */
export function sendPage<Item>(request: Request, response: Response, page: Page<Item>): Item[] {
  if (page.next !== undefined) {
    const address = new URL(request.originalUrl, 'http://own');
    address.searchParams.set('cursor', page.next);
    response.set('Link', `<${address.pathname}${address.search}>; rel="next"`);
  }
  return page.items;
}
