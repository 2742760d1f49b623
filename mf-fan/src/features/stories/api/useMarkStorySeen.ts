import type { Story } from '@kickoff/contracts';
import { callApi, CallFailure, useQueryClient } from '@kickoff/web';

import { withStories } from './story-pages';
import { STORIES_KEY, type StoryPages, useRefetchStories } from './useStories';

/** Marks a story as seen; its ring changes when the server confirms. */
export function useMarkStorySeen() {
  const queries = useQueryClient();
  const refetch = useRefetchStories();
  return async ({ _id }: Story): Promise<void> => {
    try {
      await callApi(`/api/st/stories/${_id}/seen`, { method: 'POST', as: 'fan' });
    } catch (failure) {
      const isGone = failure instanceof CallFailure && failure.status === 404;
      if (isGone) refetch();
      throw failure;
    }
    queries.setQueryData<StoryPages>(STORIES_KEY, (list) =>
      withStories(list, (stories) =>
        stories.map((story) => (story._id === _id ? { ...story, seen: true } : story)),
      ),
    );
  };
}
