import type { Story } from '@kickoff/contracts';
import { callApi, onLiveEvent, useQuery, useQueryClient } from '@kickoff/web';
import { useEffect } from 'react';

export const STORIES_KEY = ['stories'];

/** Refetches the stories, for example when one has expired. */
export function useRefetchStories() {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: STORIES_KEY });
}

/** Fetches the unexpired stories: the reader's own and followed fans' first, then the newest. */
export function useStories() {
  const queries = useQueryClient();
  useEffect(
    () =>
      onLiveEvent(({ name }) => {
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
