import type { Story } from '@kickoff/contracts';
import { callApi, CallFailure, useQueryClient } from '@kickoff/web';

import { STORIES_KEY, useRefetchStories } from './useStories';

/** Marks a story as seen; its ring changes when the server confirms. */
export function useMarkStorySeen() {
  const queries = useQueryClient();
  const refetch = useRefetchStories();
  return async ({ _id }: Story): Promise<void> => {
    try {
      await callApi<undefined>(`/api/st/stories/${_id}/seen`, { method: 'POST', as: 'fan' });
    } catch (failure) {
      const isGone = failure instanceof CallFailure && failure.status === 404;
      if (isGone) refetch();
      throw failure;
    }
    queries.setQueryData<Story[]>(STORIES_KEY, (stories) =>
      stories?.map((story) => (story._id === _id ? { ...story, seen: true } : story)),
    );
  };
}
