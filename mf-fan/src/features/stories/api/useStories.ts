import type { Story } from '@kickoff/contracts';
import {
  fetchPage,
  onLiveEvent,
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
  type ListPage,
} from '@kickoff/web';
import { useEffect } from 'react';

export const STORIES_KEY = ['stories'];
export type StoryPages = InfiniteData<ListPage<Story>, string>;

/** Refetches the stories, for example when one has expired. */
export function useRefetchStories() {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: STORIES_KEY });
}

/**
 * Fetches the unexpired stories, page by page: the reader's own and followed fans' first, then the
 * newest.
 */
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
  return useInfiniteQuery({
    queryKey: STORIES_KEY,
    queryFn: ({ pageParam, signal }) => fetchPage<Story>(pageParam, { as: 'fan', signal }),
    initialPageParam: '/api/st/stories?limit=100',
    getNextPageParam: ({ next }) => next,
  });
}
