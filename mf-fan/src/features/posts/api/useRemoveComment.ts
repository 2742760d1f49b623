import type { Comment, Post } from '@kickoff/contracts';
import { callApi, CallFailure, useQueryClient } from '@kickoff/web';

import { withoutItem } from '../../../without-item';
import { commentsKey } from './post-list-keys';
import { usePostCache } from './post-cache';
import { postAddress } from './revealed-posts';
import type { CommentPages } from './useComments';

/** Deletes a comment. It stays in the list until the server confirms. */
export function useRemoveComment(post: Post) {
  const cache = usePostCache();
  const queries = useQueryClient();
  return async ({ _id }: Comment): Promise<void> => {
    const path = `/api/pt/posts/${post._id}/comments/${_id}` as const;
    try {
      await callApi(path, { method: 'DELETE', as: 'fan' });
    } catch (failure) {
      const isGone = failure instanceof CallFailure && failure.status === 404;
      if (!isGone) throw failure;
    }
    queries.setQueryData<CommentPages>(commentsKey(post._id), (pages) => withoutItem(pages, _id));
    cache.change(post._id, (shown) => ({
      ...shown,
      comments: shown.comments.filter((comment) => comment._id !== _id),
      commentsCount: Math.max(0, shown.commentsCount - 1),
    }));
    // Another comment may now be among the first two. If this fails, only one is shown.
    callApi(postAddress(queries, post._id), { as: 'fan' }).then(cache.refresh, () => undefined);
  };
}
