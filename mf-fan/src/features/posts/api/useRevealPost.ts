import { callApi, useExclusiveMutation, useQueryClient } from '@kickoff/web';

import { commentsKey } from './post-list-keys';
import { postCache } from './post-cache';
import { markRevealed } from './revealed-posts';

/**
 * Fetches all of a post about a moment that its reader has not seen, in place of its spoiler. Later
 * fetches of the post are whole as well.
 */
export function useRevealPost(id: string) {
  const queries = useQueryClient();
  return useExclusiveMutation({
    mutationFn: () => callApi(`/api/pt/posts/${id}?reveal=true`, { as: 'fan' }),
    onSuccess: (post) => {
      markRevealed(queries, id);
      postCache(queries).refresh(post);
      void queries.invalidateQueries({ queryKey: commentsKey(id) });
    },
  });
}
