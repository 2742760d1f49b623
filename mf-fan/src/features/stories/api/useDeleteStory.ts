import type { Story } from '@kickoff/contracts';
import { callApi, CallFailure, useQueryClient } from '@kickoff/web';

import { withStories } from './story-pages';
import { STORIES_KEY, type StoryPages } from './useStories';

/** Deletes an own story. It stays in the strip until the server confirms. */
export function useDeleteStory() {
  const queries = useQueryClient();
  return async ({ _id }: Story): Promise<void> => {
    try {
      await callApi(`/api/st/stories/${_id}`, { method: 'DELETE', as: 'fan' });
    } catch (failure) {
      const isGone = failure instanceof CallFailure && failure.status === 404;
      if (!isGone) throw failure;
    }
    await queries.cancelQueries({ queryKey: STORIES_KEY });
    queries.setQueryData<StoryPages>(STORIES_KEY, (list) =>
      withStories(list, (stories) => stories.filter((story) => story._id !== _id)),
    );
  };
}
