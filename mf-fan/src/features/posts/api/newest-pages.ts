import { idsOf, type PostListPage, type PostPages } from '../post-rows';
import { fetchPosts } from './fetch-posts';

/**
 * Joins refetched newest pages with an old list. Known posts that the new pages pushed out of the
 * first page become an evicted page of their own.
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

/**
 * Fetches pages from the newest on until one overlaps with a known page. The first page's address
 * returns whatever is newest now.
 */
export async function newestPages(data: PostPages, address: string): Promise<PostPages> {
  const known = new Set(data.pages.flatMap(idsOf));
  const fresh: PostPages = { pages: [], pageParams: [] };
  for (let next: string | undefined = address; next !== undefined && fresh.pages.length < 5;) {
    const page: PostListPage = await fetchPosts(next);
    fresh.pages.push(page);
    fresh.pageParams.push(next);
    if (page.items.some(({ _id }) => known.has(_id))) return joinPages(fresh, data);
    next = page.next;
  }
  // Too many new posts: drop the old pages.
  return fresh;
}
