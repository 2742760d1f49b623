import type { Request, Response } from 'express';

import { contentHash, weakEtag } from './etag.js';

/** Maximum JSON size of a list in bytes (API.md §5). */
export const LIST_MAX_BYTES = 1024 * 1024;

/** One page of a list, and the cursor of the next one if any. */
export interface Page<Item> {
  items: Item[];
  next?: string;
}

/** Bounds of a page, in rows and in bytes of JSON. */
export interface PageBounds {
  size: number;
  /** 1 MB by default. */
  maxBytes?: number;
}

/** Rows of a page, and whether the list continues. */
export interface PageRows<Row> {
  rows: Row[];
  hasMore: boolean;
  /** The last row that was read, if the page ends beyond its own rows. */
  end?: Row;
}

/**
 * Cuts a page at the byte limit of a list. Returns the items that fit, and the row after which the
 * next page starts; undefined at the end.
 *
 * @param answers the converted rows, of which some may be hidden
 * @param bytesOf as in `withinBytes`
 */
export function cutPage<Row, Item>(
  answers: readonly Item[],
  page: PageRows<Row>,
  maxBytes?: number,
  bytesOf?: (answer: Item) => number,
): { items: Item[]; last: Row | Item | undefined } {
  const items = withinBytes(answers, maxBytes, bytesOf);
  if (items.length < answers.length) return { items, last: items.at(-1) };
  return { items, last: endOf(page) };
}

/** Returns the row after which the next page starts; undefined at the end. */
export function endOf<Row>({ rows, hasMore, end = rows.at(-1) }: PageRows<Row>): Row | undefined {
  return hasMore ? end : undefined;
}

/**
 * Returns the first items that fit, at least one.
 *
 * @param maxBytes of JSON, with commas and brackets
 * @param bytesOf bytes of an item's JSON, if it is ready
 */
export function withinBytes<Item>(
  items: readonly Item[],
  maxBytes = LIST_MAX_BYTES,
  bytesOf: (item: Item) => number = (item) => Buffer.byteLength(JSON.stringify(item)),
): Item[] {
  let bytes = 2;
  const end = items.findIndex((item, index) => {
    bytes += bytesOf(item) + 1;
    return index > 0 && bytes > maxBytes;
  });
  return end === -1 ? [...items] : items.slice(0, end);
}

/**
 * Sets the link to the next page: `Link: <…>; rel="next"`, the request's address with the new
 * cursor.
 */
export function sendPage<Item>(request: Request, response: Response, page: Page<Item>): Item[] {
  setLink(request, response, page.next);
  return page.items;
}

/** An item of a list as JSON. */
export interface RenderedItem {
  json: string;
  /** Bytes of the JSON. */
  bytes: number;
  /** `contentHash` of the JSON. */
  hash: string;
}

/** Renders an item of a list. */
export function renderItem(item: object): RenderedItem {
  const json = JSON.stringify(item);
  return { json, bytes: Buffer.byteLength(json), hash: contentHash(json) };
}

/**
 * Like `sendPage`, for items whose JSON is ready; returns the body. If the client has it the body is
 * empty and Express sends a 304: the whole body is neither joined nor compressed.
 */
export function sendRendered(
  request: Request,
  response: Response,
  page: Page<RenderedItem>,
): string {
  setLink(request, response, page.next);
  response.set('ETag', weakEtag(contentHash(page.items.map(({ hash }) => hash).join())));
  response.vary('Accept-Encoding').type('json');
  return request.fresh ? '' : `[${page.items.map(({ json }) => json).join(',')}]`;
}

function setLink(request: Request, response: Response, next: string | undefined): void {
  if (next === undefined) return;
  const address = new URL(request.originalUrl, 'http://own');
  address.searchParams.set('cursor', next);
  response.set('Link', `<${address.pathname}${address.search}>; rel="next"`);
}
