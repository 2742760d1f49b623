import type { Post } from '@kickoff/contracts';
import { fetchPage, useInfiniteQuery, type InfiniteData, type Page } from '@kickoff/web';

/** Every list of posts is kept below this key, so that one change reaches all of them. */
export const POST_LISTS_KEY = ['posts'];
export const FEED_KEY = [...POST_LISTS_KEY, 'feed'];
export const OWN_POSTS_KEY = [...POST_LISTS_KEY, 'own'];

export type PostPages = InfiniteData<Page<Post>, string>;

/** A list of posts, fetched page by page from the address at which it begins. */
export function usePostPages(queryKey: string[], address: string) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage<Post>(pageParam, { as: 'fan', signal }),
    initialPageParam: address,
    getNextPageParam: ({ next }) => next,
    // A list being read does not move by itself.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export type PostPagesQuery = ReturnType<typeof usePostPages>;
