import type { Comment } from '@kickoff/contracts';
import {
  fetchPage,
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
  type ListPage,
} from '@kickoff/web';

import { commentsKey } from './post-list-keys';
import { postPageAddress } from './post-page-address';

export type CommentPages = InfiniteData<ListPage<Comment>, string>;

/** Fetches all comments of a post, oldest first, page by page, once enabled. */
export function useComments(postId: string, isWanted: boolean) {
  const queries = useQueryClient();
  return useInfiniteQuery({
    queryKey: commentsKey(postId),
    enabled: isWanted,
    queryFn: ({ pageParam, signal }) =>
      fetchPage<Comment>(pageParam || postPageAddress(queries, postId, 'comments'), {
        as: 'fan',
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchOnWindowFocus: false,
  });
}
