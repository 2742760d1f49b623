import type { Comment } from '@kickoff/contracts';
import { fetchPage, useInfiniteQuery, type InfiniteData, type ListPage } from '@kickoff/web';

export type CommentPages = InfiniteData<ListPage<Comment>, string>;

export function commentsKey(postId: string): string[] {
  return ['post', postId, 'comments'];
}

/** Fetches all comments of a post, oldest first, page by page, once enabled. */
export function useComments(postId: string, isWanted: boolean) {
  return useInfiniteQuery({
    queryKey: commentsKey(postId),
    enabled: isWanted,
    queryFn: ({ pageParam, signal }) => fetchPage<Comment>(pageParam, { as: 'fan', signal }),
    initialPageParam: `/api/pt/posts/${postId}/comments?limit=50`,
    getNextPageParam: ({ next }) => next,
    refetchOnWindowFocus: false,
  });
}
