import { aPost } from '@kickoff/testing';
import { describe, expect, it } from '@jest/globals';

import { rowsOf, withoutFarPages } from './post-rows';

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
