import type { Story } from '@kickoff/contracts';
import { callApi, CallFailure, useQueryClient } from '@kickoff/web';

import { STORIES_KEY, useAskForStories } from './useStories';

/** Tells that a story was watched; its ring turns when the server knows. */
export function useMarkStorySeen() {
  const queries = useQueryClient();
  const askAnew = useAskForStories();
  return async ({ _id }: Story): Promise<void> => {
    try {
      await callApi<undefined>(`/api/st/stories/${_id}/seen`, { method: 'POST', as: 'fan' });
    } catch (failure) {
      const isGone = failure instanceof CallFailure && failure.status === 404;
      if (isGone) askAnew();
      throw failure;
    }
    queries.setQueryData<Story[]>(STORIES_KEY, (stories) =>
      stories?.map((story) => (story._id === _id ? { ...story, seen: true } : story)),
    );
  };
}
