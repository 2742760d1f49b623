import type { Request, Response } from 'express';

/** One page of a list, and the cursor of the next one where there is one. */
export interface Page<Item> {
  items: Item[];
  next?: string;
}

/** Tells where the next page begins: `Link: <…>; rel="next"`, the request's own address with the new cursor. */
export function sendPage<Item>(request: Request, response: Response, page: Page<Item>): Item[] {
  if (page.next !== undefined) {
    const address = new URL(request.originalUrl, 'http://own');
    address.searchParams.set('cursor', page.next);
    response.set('Link', `<${address.pathname}${address.search}>; rel="next"`);
  }
  return page.items;
}
