import type { FeedScope } from '@kickoff/contracts';
import { historyEntry, useInfiniteQuery, useQueryClient, type QueryClient } from '@kickoff/web';
import { useLayoutEffect, useState } from 'react';

import { readListSnapshot } from '../list-snapshots';
import { withoutFarPages, type PostListPage, type PostPages } from '../post-rows';
import { fetchPosts } from './fetch-posts';

export type { PostPages };

/** Key prefix of all lists of posts, so that one update reaches them all. */
export const POST_LISTS_KEY = ['posts'];
export const FEED_KEY = [...POST_LISTS_KEY, 'feed'];
export const OWN_POSTS_KEY = [...POST_LISTS_KEY, 'own'];

/** A list of posts, newest first: its query key, the address of its first page, and its authors. */
export interface PostSource {
  key: string[];
  address: string;
  by: FeedScope | { fanId: string | undefined };
}

/**
 * Cancels requests of lists: they were sent before a change and would revert it. A list that has
 * nothing to show yet is requested again.
 */
export async function restartRequests(
  queries: QueryClient,
  queryKey = POST_LISTS_KEY,
): Promise<void> {
  await queries.cancelQueries({ queryKey });
  void queries.invalidateQueries({ queryKey, predicate: ({ state }) => !state.data });
}

const FRESH_MS = 30_000;
const CACHE_MS = 30 * 60_000;
/** Maximum of pages with posts in memory: 10,000 posts would fill a phone's memory. */
const FULL_PAGES = 14;

/**
 * Keeps only the first page of a stale list and marks it for refetching, for visits that do not
 * restore a position.
 */
function dropOldPages(queries: QueryClient, queryKey: string[]): void {
  const { data, dataUpdatedAt = 0 } = queries.getQueryState<PostPages>(queryKey) ?? {};
  if (!data || Date.now() - dataUpdatedAt < FRESH_MS) return;
  const top = { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) };
  queries.setQueryData<PostPages>(queryKey, top, { updatedAt: dataUpdatedAt });
  void queries.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
}

/** The loaded pages of a list. */
export function usePostPages({ key: queryKey, address }: Pick<PostSource, 'key' | 'address'>) {
  const queries = useQueryClient();
  const name = queryKey.join(' ');
  const [snapshot] = useState(() => readListSnapshot(historyEntry() ?? '', name));
  const [dropOld] = useState(() => () => {
    if (!snapshot) dropOldPages(queries, queryKey);
  });
  // Before the query subscribes, which is when it decides whether to fetch.
  useLayoutEffect(dropOld, [dropOld]);
  const [comingPages] = useState(() => new Set<string>());
  const [lostPages, setLostPages] = useState<ReadonlySet<string>>(new Set());
  const query = useInfiniteQuery<PostListPage, Error, PostPages, string[], string>({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPosts(pageParam, signal),
    initialPageParam: address,
    getNextPageParam: ({ next }) => next,
    ...(snapshot?.pages ? { initialData: snapshot.pages } : {}),
    // A list never changes while it is read, and stays cached for going back.
    staleTime: Infinity,
    gcTime: CACHE_MS,
    refetchOnWindowFocus: false,
    // Only a list that failed to load.
    refetchOnReconnect: ({ state }) => state.data === undefined,
    // Comparing 10,000 posts with themselves would block scrolling.
    structuralSharing: false,
  });

  const bringBack = async (index: number) => {
    const data = queries.getQueryData<PostPages>(queryKey);
    const param = data?.pageParams[index];
    if (!data?.pages[index]?.away || param === undefined || comingPages.has(param)) return;
    comingPages.add(param);
    try {
      const { reloadPage } = await import(/* webpackChunkName: "news" */ './evicted-page');
      await reloadPage(queries, queryKey, data, param);
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
    snapshot,
    /** Whether the posts of a page failed to reload. */
    isLost: (index: number) => lostPages.has(query.data?.pageParams[index] ?? ''),
    /** Retries the pages that failed to reload. */
    bringLostBack: () => {
      for (const param of lostPages) void bringBack(query.data?.pageParams.indexOf(param) ?? -1);
    },
    /** Reloads evicted pages that became visible, and evicts pages far from them. */
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
