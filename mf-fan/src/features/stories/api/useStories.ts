import type { Story } from '@kickoff/contracts';
import { callApi, onLive, useQuery, useQueryClient } from '@kickoff/web';
import { useEffect } from 'react';

export const STORIES_KEY = ['stories'];

/** Asks for the stories anew, where one is not there that should be. */
export function useAskForStories() {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: STORIES_KEY });
}

/** The living stories: own and followed fans' first, then the newest. */
export function useStories() {
  const queries = useQueryClient();
  useEffect(
    () =>
      onLive(({ name }) => {
        if (name === 'story.created' || name === 'missed') {
          void queries.invalidateQueries({ queryKey: STORIES_KEY });
        }
      }),
    [queries],
  );
  return useQuery({
    queryKey: STORIES_KEY,
    queryFn: ({ signal }) => callApi<Story[]>('/api/st/stories?limit=100', { as: 'fan', signal }),
  });
}
