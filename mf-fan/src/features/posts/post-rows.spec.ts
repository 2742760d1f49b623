import { aPost } from '@kickoff/testing';
import { describe, expect, it } from '@jest/globals';

import { joinPages } from './api/evicted-page';
import { toRows, withoutFarPages, type PostPages } from './post-rows';

describe('toRows', () => {
  it('returns a post contained in two pages once', () => {
    const [one, two, three] = [aPost(), aPost(), aPost()];

    const rows = toRows([
      { items: [one, two], next: '/two' },
      { items: [two, three], next: undefined },
    ]);

    expect(rows).toEqual([
      { id: one._id, page: 0, post: one },
      { id: two._id, page: 0, post: two },
      { id: three._id, page: 1, post: three },
    ]);
  });

  it('returns rows for evicted posts', () => {
    const rows = toRows([{ items: [], away: ['gone'], next: undefined }]);

    expect(rows).toEqual([{ id: 'gone', page: 0, post: undefined }]);
  });
});

describe('withoutFarPages', () => {
  it('evicts posts more than four pages away from the visible ones', () => {
    const posts = Array.from({ length: 12 }, () => aPost());
    const pages = posts.map((post) => ({ items: [post], next: undefined }));
    const data = { pages, pageParams: posts.map(({ _id }) => _id) };

    const left = withoutFarPages(data, 5, 6);

    const here = left.pages.map(({ items }) => items.length);
    expect(here).toEqual([0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0]);
    expect(toRows(left.pages).map(({ id }) => id)).toEqual(posts.map(({ _id }) => _id));
    expect(left.pageParams).toEqual(data.pageParams);
  });
});

describe('joinPages', () => {
  const listed = (pages: PostPages) => toRows(pages.pages).map(({ id }) => id);
  const page = (ids: string[], next: string | undefined) => ({
    items: ids.map((_id) => aPost({ _id })),
    next,
  });
  const old = {
    pages: [
      { items: [], away: ['one', 'two', 'three'], next: '/after three' },
      { items: [], away: ['four', 'five'], next: undefined },
    ],
    pageParams: ['/first', '/after three'],
  };
  const join = (ids: string[], next: string | undefined) =>
    joinPages({ pages: [page(ids, next)], pageParams: ['/first'] }, old);

  it('preserves posts that new ones pushed out of the first page', () => {
    const joined = join(['new', 'one', 'two'], '/after two');

    expect(listed(joined)).toEqual(['new', 'one', 'two', 'three', 'four', 'five']);
    // The address to reload them from, and the next page.
    expect(joined.pageParams).toEqual(['/first', '/after two', '/after three']);
    expect(joined.pages.map(({ next }) => next)).toEqual(['/after two', '/after three', undefined]);
  });

  it('returns the same list if nothing is new', () => {
    const joined = join(['one', 'two', 'three'], '/after three');

    expect(listed(joined)).toEqual(listed(old));
    expect(joined.pageParams).toEqual(old.pageParams);
  });

  it('drops a deleted post', () => {
    const joined = join(['one', 'three', 'four'], '/after four');

    expect(listed(joined)).toEqual(['one', 'three', 'four', 'five']);
  });

  it('adds no evicted page if the server has no more', () => {
    const joined = join(['one', 'two'], undefined);

    expect(listed(joined)).toEqual(['one', 'two', 'four', 'five']);
  });
});
