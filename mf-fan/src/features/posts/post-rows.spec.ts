import { aPost } from '@kickoff/testing';
import { describe, expect, it } from '@jest/globals';

import { joinPages, rowsOf, withoutFarPages, type PostPages } from './post-rows';

describe('the rows of a list', () => {
  it('have a post once that two pages have, because others were written', () => {
    const [one, two, three] = [aPost(), aPost(), aPost()];

    const rows = rowsOf([
      { items: [one, two], next: '/two' },
      { items: [two, three], next: undefined },
    ]);

    expect(rows).toEqual([
      { id: one._id, page: 0, post: one },
      { id: two._id, page: 0, post: two },
      { id: three._id, page: 1, post: three },
    ]);
  });

  it('keep the place of posts that are away', () => {
    const rows = rowsOf([{ items: [], away: ['gone'], next: undefined }]);

    expect(rows).toEqual([{ id: 'gone', page: 0, post: undefined }]);
  });
});

describe('a long list', () => {
  it('lets the posts go that are more than four pages away from those that are seen', () => {
    const posts = Array.from({ length: 12 }, () => aPost());
    const pages = posts.map((post) => ({ items: [post], next: undefined }));
    const data = { pages, pageParams: posts.map(({ _id }) => _id) };

    const left = withoutFarPages(data, 5, 6);

    const here = left.pages.map(({ items }) => items.length);
    expect(here).toEqual([0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0]);
    expect(rowsOf(left.pages).map(({ id }) => id)).toEqual(posts.map(({ _id }) => _id));
    expect(left.pageParams).toEqual(data.pageParams);
  });
});

describe('a list with new posts before it', () => {
  const listed = (pages: PostPages) => rowsOf(pages.pages).map(({ id }) => id);
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

  it('loses none of those that the new ones have pushed out of its first page', () => {
    const joined = join(['new', 'one', 'two'], '/after two');

    expect(listed(joined)).toEqual(['new', 'one', 'two', 'three', 'four', 'five']);
    // From where they can be brought back, and where the list goes on.
    expect(joined.pageParams).toEqual(['/first', '/after two', '/after three']);
    expect(joined.pages.map(({ next }) => next)).toEqual(['/after two', '/after three', undefined]);
  });

  it('is as it was where nothing is new', () => {
    const joined = join(['one', 'two', 'three'], '/after three');

    expect(listed(joined)).toEqual(listed(old));
    expect(joined.pageParams).toEqual(old.pageParams);
  });

  it('keeps no place for a post that has been deleted', () => {
    const joined = join(['one', 'three', 'four'], '/after four');

    expect(listed(joined)).toEqual(['one', 'three', 'four', 'five']);
  });

  it('waits for nothing where the server has no more', () => {
    const joined = join(['one', 'two'], undefined);

    expect(listed(joined)).toEqual(['one', 'two', 'four', 'five']);
  });
});
