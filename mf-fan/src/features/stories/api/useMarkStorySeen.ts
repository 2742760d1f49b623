import type { Story } from '@kickoff/contracts';
import { callApi, useQueryClient } from '@kickoff/web';

import { STORIES_KEY } from './useStories';

/** Tells that a story was watched; its ring turns when the server knows. */
export function useMarkStorySeen() {
  const queries = useQueryClient();
  return async ({ _id }: Story): Promise<void> => {
    await callApi<undefined>(`/api/st/stories/${_id}/seen`, { method: 'POST', as: 'fan' });
    queries.setQueryData<Story[]>(STORIES_KEY, (stories) =>
      stories?.map((story) => (story._id === _id ? { ...story, seen: true } : story)),
    );
  };
}
