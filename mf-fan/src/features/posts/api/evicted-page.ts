import type { QueryClient } from '@kickoff/web';

import { idsOf, type PostListPage, type PostPages } from '../post-rows';
import { fetchPosts } from './fetch-posts';

/** Above this number of new pages the old ones are dropped. */
const MAX_NEW_PAGES = 5;

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

type FetchPage = (address: string) => Promise<PostListPage>;

/**
 * Fetches pages from the newest on until one contains a known post. The first page's address
 * returns whatever is newest now.
 */
async function fetchNewest(known: ReadonlySet<string>, address: string, fetchPage: FetchPage) {
  const fresh: PostPages = { pages: [], pageParams: [] };
  let isKnown = false;
  let next: string | undefined = address;
  do {
    const page: PostListPage = await fetchPage(next);
    fresh.pages.push(page);
    fresh.pageParams.push(next);
    isKnown = page.items.some(({ _id }) => known.has(_id));
    next = page.next;
  } while (next !== undefined && !isKnown && fresh.pages.length < MAX_NEW_PAGES);
  return { fresh, isKnown };
}

/** Reloads an evicted page of a list. Fails like a query, after the same retries. */
export async function reloadPage(
  queries: QueryClient,
  queryKey: string[],
  data: PostPages,
  address: string,
): Promise<void> {
  const fetchPage: FetchPage = (of) =>
    queries.query({
      queryKey: ['evicted page', of],
      queryFn: ({ signal }) => fetchPosts(of, signal),
      staleTime: 0,
      gcTime: 0,
    });
  // Other pages may have arrived meanwhile.
  const change = (toPages: (now: PostPages) => PostPages) =>
    queries.setQueryData<PostPages>(queryKey, (now) => now && toPages(now));
  if (address === data.pageParams[0]) {
    const known = new Set(data.pages.flatMap(idsOf));
    const { fresh, isKnown } = await fetchNewest(known, address, fetchPage);
    change((now) => (isKnown ? joinPages(fresh, now) : fresh));
    return;
  }
  const page = await fetchPage(address);
  change((now) => ({
    ...now,
    pages: now.pages.map((old, at) => (now.pageParams[at] === address ? page : old)),
  }));
}
