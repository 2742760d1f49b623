import type { Story } from '@kickoff/contracts';
import { callApi, useQuery } from '@kickoff/web';

export const STORIES_KEY = ['stories'];

/** The living stories: own and followed fans' first, then the newest. */
export function useStories() {
  return useQuery({
    queryKey: STORIES_KEY,
    queryFn: ({ signal }) => callApi<Story[]>('/api/st/stories?limit=100', { as: 'fan', signal }),
  });
}
