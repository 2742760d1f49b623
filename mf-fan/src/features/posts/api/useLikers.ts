import type { FanSummary } from '@kickoff/contracts';
import { fetchPage, useInfiniteQuery, useQueryClient } from '@kickoff/web';

import { likersKey } from './post-list-keys';
import { postPageAddress } from './post-page-address';

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
