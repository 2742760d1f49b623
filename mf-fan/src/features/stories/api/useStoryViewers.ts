import type { FanSummary } from '@kickoff/contracts';
import { fetchPage, useInfiniteQuery } from '@kickoff/web';

/** Fetches the viewers of an own story, newest first, page by page. */
export function useStoryViewers(storyId: string) {
  return useInfiniteQuery({
    queryKey: ['story-viewers', storyId],
    queryFn: ({ pageParam, signal }) => fetchPage<FanSummary>(pageParam, { as: 'fan', signal }),
    initialPageParam: `/api/st/stories/${storyId}/viewers?limit=100`,
    getNextPageParam: ({ next }) => next,
    // The list grows while the story is open.
    staleTime: 0,
  });
}
