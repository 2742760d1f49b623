import type { FanSummary } from '@kickoff/contracts';
import { fetchPage, useInfiniteQuery } from '@kickoff/web';

export function likersKey(postId: string): string[] {
  return ['post', postId, 'likes'];
}

/** Fetches the fans who like a post, newest first, page by page. */
export function useLikers(postId: string) {
  return useInfiniteQuery({
    queryKey: likersKey(postId),
    queryFn: ({ pageParam, signal }) => fetchPage<FanSummary>(pageParam, { as: 'fan', signal }),
    initialPageParam: `/api/pt/posts/${postId}/likes?limit=50`,
    getNextPageParam: ({ next }) => next,
  });
}
