import type { MessageAnswer, Post } from '@kickoff/contracts';
import { callApi, CallFailure, OWN_PROFILE_KEY, useQueryClient } from '@kickoff/web';

import { POST_LISTS_KEY, type PostPages } from './post-pages';

function without(pages: PostPages | undefined, id: string): PostPages | undefined {
  return (
    pages && {
      ...pages,
      pages: pages.pages.map((page) => ({
        ...page,
        items: page.items.filter(({ _id }) => _id !== id),
      })),
    }
  );
}

/** Deletes an own post. It leaves the lists when the server says that it is gone, and not before. */
export function useDeletePost() {
  const queries = useQueryClient();
  return async ({ _id }: Post): Promise<void> => {
    try {
      await callApi<MessageAnswer>(`/api/user/posts/${_id}`, { method: 'DELETE', as: 'fan' });
    } catch (failure) {
      const isGone = failure instanceof CallFailure && failure.status === 404;
      if (!isGone) throw failure;
    }
    await queries.cancelQueries({ queryKey: POST_LISTS_KEY });
    queries.setQueriesData<PostPages>({ queryKey: POST_LISTS_KEY }, (pages) => without(pages, _id));
    void queries.invalidateQueries({ queryKey: OWN_PROFILE_KEY });
  };
}
