import type { Post } from '@kickoff/contracts';
import type { InfiniteData, ListPage } from '@kickoff/web';

export interface PostListPage extends ListPage<Post> {
  /** Ids of evicted posts, which are reloaded with their page. */
  away?: readonly string[];
}
export type PostPages = InfiniteData<PostListPage, string>;

/** A row of a list; its post is undefined while evicted. */
export interface PostRow {
  id: string;
  page: number;
  post: Post | undefined;
}

/** Number of pages around the visible ones that stay in memory. */
const FULL_AROUND = 4;

/**
 * Returns all rows of a list in order, without posts that two pages contain because others were
 * added.
 */
export function toRows(pages: readonly PostListPage[]): PostRow[] {
  const known = new Set<string>();
  return pages.flatMap(({ items, away = [] }, page) =>
    [
      ...items.map((post) => ({ id: post._id, page, post })),
      ...away.map((id) => ({ id, page, post: undefined })),
    ].filter(({ id }) => !known.has(id) && known.add(id)),
  );
}

/** Returns the ids of all posts of a page, evicted ones included. */
export const idsOf = ({ items, away = [] }: PostListPage) => [
  ...items.map(({ _id }) => _id),
  ...away,
];

/** Evicts the posts of all pages far from those between `first` and `last`. */
export function withoutFarPages(data: PostPages, first: number, last: number): PostPages {
  const pages = data.pages.map((page, index) => {
    const isNear = index >= first - FULL_AROUND && index <= last + FULL_AROUND;
    return isNear || page.items.length === 0 ? page : { ...page, items: [], away: idsOf(page) };
  });
  return { ...data, pages };
}
