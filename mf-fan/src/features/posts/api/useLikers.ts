import type { FanSummary } from '@kickoff/contracts';
import { fetchPage, useInfiniteQuery, useQueryClient } from '@kickoff/web';

import { postPageAddress } from './post-page-address';

export function likersKey(postId: string): string[] {
  return ['post', postId, 'likes'];
}

/** Fetches the fans who like a post, newest first, page by page. */
export function useLikers(postId: string) {
  const queries = useQueryClient();
  return useInfiniteQuery({
    queryKey: likersKey(postId),
    queryFn: ({ pageParam, signal }) =>
      fetchPage<FanSummary>(pageParam || postPageAddress(queries, postId, 'likes'), {
        as: 'fan',
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
}
