import type { FeedScope, Post } from '@kickoff/contracts';
import {
  fetchPage,
  historyEntry,
  useInfiniteQuery,
  useQueryClient,
  type QueryClient,
} from '@kickoff/web';
import { useLayoutEffect, useState } from 'react';

import { keptList } from '../kept-lists';
import { idsOf, joinPages, withoutFarPages, type PostPage, type PostPages } from '../post-rows';

export type { PostPages };

/** Every list of posts is kept below this key, so that one change reaches all of them. */
export const POST_LISTS_KEY = ['posts'];
export const FEED_KEY = [...POST_LISTS_KEY, 'feed'];
export const OWN_POSTS_KEY = [...POST_LISTS_KEY, 'own'];

/** A list of posts, newest first: where it is kept, where it begins, and whose posts it holds. */
export interface PostSource {
  key: string[];
  address: string;
  by: FeedScope | { fanId: string | undefined };
}

const FRESH_MS = 30_000;
const KEPT_MS = 30 * 60_000;
/** More full pages than this are not kept: 10,000 posts would fill a phone's memory. */
const FULL_PAGES = 14;

const fetchPosts = (address: string, signal?: AbortSignal) =>
  fetchPage<Post>(address, signal ? { as: 'fan', signal } : { as: 'fan' });

/**
 * The pages from the newest on, as far as it takes to reach a page that is
 * known: the first page's address begins with whatever is newest now.
 */
async function newestPages(data: PostPages, address: string): Promise<PostPages> {
  const known = new Set(data.pages.flatMap(idsOf));
  const fresh: PostPages = { pages: [], pageParams: [] };
  for (let next: string | undefined = address; next !== undefined && fresh.pages.length < 5;) {
    const page: PostPage = await fetchPosts(next);
    fresh.pages.push(page);
    fresh.pageParams.push(next);
    if (page.items.some(({ _id }) => known.has(_id))) return joinPages(fresh, data);
    next = page.next;
  }
  // So much is new that the old pages are another story.
  return fresh;
}

/** Keeps only the first page of a list that is no longer fresh, and has it fetched anew: for visits that do not come back to it. */
function dropOldPages(queries: QueryClient, queryKey: string[]): void {
  const { data, dataUpdatedAt = 0 } = queries.getQueryState<PostPages>(queryKey) ?? {};
  if (!data || Date.now() - dataUpdatedAt < FRESH_MS) return;
  const top = { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) };
  queries.setQueryData<PostPages>(queryKey, top, { updatedAt: dataUpdatedAt });
  void queries.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
}

/** The pages of a list, as far as they have been asked for. */
export function usePostPages({ key: queryKey, address }: Pick<PostSource, 'key' | 'address'>) {
  const queries = useQueryClient();
  const name = queryKey.join(' ');
  const [kept] = useState(() => keptList(historyEntry() ?? '', name));
  const [dropOld] = useState(() => () => {
    if (!kept) dropOldPages(queries, queryKey);
  });
  // Before the query subscribes, which is when it decides whether to fetch.
  useLayoutEffect(dropOld, [dropOld]);
  const [comingPages] = useState(() => new Set<string>());
  const [lostPages, setLostPages] = useState<ReadonlySet<string>>(new Set());
  const query = useInfiniteQuery<PostPage, Error, PostPages, string[], string>({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPosts(pageParam, signal),
    initialPageParam: address,
    getNextPageParam: ({ next }) => next,
    ...(kept?.pages ? { initialData: kept.pages } : {}),
    // A list being read does not move by itself, and is still there for who comes back to it.
    staleTime: Infinity,
    gcTime: KEPT_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // Comparing 10,000 posts with themselves would hold up the scrolling.
    structuralSharing: false,
  });

  const bringBack = async (index: number) => {
    const data = queries.getQueryData<PostPages>(queryKey);
    const param = data?.pageParams[index];
    if (!data?.pages[index]?.away || param === undefined || comingPages.has(param)) return;
    comingPages.add(param);
    try {
      if (index === 0) {
        queries.setQueryData<PostPages>(queryKey, await newestPages(data, param));
      } else {
        const page = await fetchPosts(param);
        queries.setQueryData<PostPages>(
          queryKey,
          (now) =>
            now && {
              ...now,
              pages: now.pages.map((old, at) => (now.pageParams[at] === param ? page : old)),
            },
        );
      }
      setLostPages((lost) => new Set([...lost].filter((one) => one !== param)));
    } catch {
      setLostPages((lost) => new Set([...lost, param]));
    } finally {
      comingPages.delete(param);
    }
  };

  return {
    ...query,
    name,
    kept,
    /** Whether the posts of a page could not be brought back. */
    isLost: (index: number) => lostPages.has(query.data?.pageParams[index] ?? ''),
    /** Tries once more to bring back what could not be. */
    bringLostBack: () => {
      for (const param of lostPages) void bringBack(query.data?.pageParams.indexOf(param) ?? -1);
    },
    /** Says which pages the reader sees: they come back if they are away, and others may go. */
    watchPages: (first: number, last: number) => {
      const data = queries.getQueryData<PostPages>(queryKey);
      if (!data) return;
      for (let index = first; index <= last; index += 1) {
        if (!lostPages.has(data.pageParams[index] ?? '')) void bringBack(index);
      }
      const full = data.pages.filter(({ items }) => items.length > 0).length;
      if (full > FULL_PAGES) queries.setQueryData(queryKey, withoutFarPages(data, first, last));
    },
  };
}

export type PostPagesQuery = ReturnType<typeof usePostPages>;
