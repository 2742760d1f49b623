import type { Comment, Post } from '@kickoff/contracts';
import {
  callApi,
  CallFailure,
  fetchPage,
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
  type Page,
} from '@kickoff/web';

import { usePostCache } from './post-cache';

type CommentPages = InfiniteData<Page<Comment>, string>;

function commentsKey(postId: string): string[] {
  return ['post', postId, 'comments'];
}

/** All comments of a post, oldest first, page by page, from when they are wanted. */
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

/** Publishes a comment and gives it, as the server made it. */
export function useAddComment(post: Post, authorId: string | undefined) {
  const cache = usePostCache();
  return async ({ text, key }: { text: string; key: string }): Promise<Comment | undefined> => {
    const answer = await callApi<Post>(`/api/pt/posts/${post._id}/comment`, {
      method: 'POST',
      body: { text },
      as: 'fan',
      idempotencyKey: key,
    });
    cache.put(answer);
    return answer.comments.findLast(({ user }) => user._id === authorId);
  };
}

/** Deletes a comment. It leaves when the server says that it is gone. */
export function useRemoveComment(post: Post) {
  const cache = usePostCache();
  const queries = useQueryClient();
  return async ({ _id }: Comment): Promise<void> => {
    const path = `/api/pt/posts/${post._id}/comments/${_id}`;
    try {
      await callApi<undefined>(path, { method: 'DELETE', as: 'fan' });
    } catch (failure) {
      const isGone = failure instanceof CallFailure && failure.status === 404;
      if (!isGone) throw failure;
    }
    queries.setQueryData<CommentPages>(
      commentsKey(post._id),
      (pages) =>
        pages && {
          ...pages,
          pages: pages.pages.map((page) => ({
            ...page,
            items: page.items.filter((comment) => comment._id !== _id),
          })),
        },
    );
    cache.change(post._id, (shown) => ({
      ...shown,
      comments: shown.comments.filter((comment) => comment._id !== _id),
      commentsCount: Math.max(0, shown.commentsCount - 1),
    }));
    // Another comment may now be among the first two. Without that answer the two stay fewer.
    callApi<Post>(`/api/pt/posts/${post._id}`, { as: 'fan' }).then(cache.refresh, () => undefined);
  };
}
