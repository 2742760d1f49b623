import type { Post } from '@kickoff/contracts';
import type { InfiniteData, Page } from '@kickoff/web';

export interface PostPage extends Page<Post> {
  /** The ids of posts that have been let go, far from the reader; they come back with their page. */
  away?: readonly string[];
}
export type PostPages = InfiniteData<PostPage, string>;

/** A post's place in a list; the post itself may be away. */
export interface PostRow {
  id: string;
  page: number;
  post: Post | undefined;
}

/** How many pages around those that are seen keep their posts. */
const FULL_AROUND = 4;

/** All rows of a list in order; a post that two pages have, because others were written, stands once. */
export function rowsOf(pages: readonly PostPage[]): PostRow[] {
  const known = new Set<string>();
  return pages.flatMap(({ items, away = [] }, page) =>
    [
      ...items.map((post) => ({ id: post._id, page, post })),
      ...away.map((id) => ({ id, page, post: undefined })),
    ].filter(({ id }) => !known.has(id) && known.add(id)),
  );
}

/** The ids of all posts of a page, here or away. */
export const idsOf = ({ items, away = [] }: PostPage) => [...items.map(({ _id }) => _id), ...away];

/** The same list with the posts of all pages away that are far from those from first to last. */
export function withoutFarPages(data: PostPages, first: number, last: number): PostPages {
  const pages = data.pages.map((page, index) => {
    const isNear = index >= first - FULL_AROUND && index <= last + FULL_AROUND;
    return isNear || page.items.length === 0 ? page : { ...page, items: [], away: idsOf(page) };
  });
  return { ...data, pages };
}

/**
 * A list of which the newest pages have been fetched again, as far as to posts
 * that it has. As many posts as are new have fallen out of its first page: they
 * follow as a page of their own, to be brought back.
 */
export function joinPages(fresh: PostPages, old: PostPages): PostPages {
  const next = fresh.pages.at(-1)?.next;
  const fetched = new Set(fresh.pages.flatMap(idsOf));
  const ids = old.pages.slice(0, 1).flatMap(idsOf);
  const away = ids.slice(ids.findLastIndex((id) => fetched.has(id)) + 1);
  const isWhole = next === undefined || away.length === 0;
  return {
    pages: [
      ...fresh.pages,
      ...(isWhole ? [] : [{ items: [], away, next: old.pages[0]?.next }]),
      ...old.pages.slice(1),
    ],
    pageParams: [...fresh.pageParams, ...(isWhole ? [] : [next]), ...old.pageParams.slice(1)],
  };
}
