import type { FanSummary } from '@kickoff/contracts';
import { fetchPage, useInfiniteQuery } from '@kickoff/web';

/** Who watched an own story, newest first, page by page. */
export function useStoryViewers(storyId: string) {
  return useInfiniteQuery({
    queryKey: ['story-viewers', storyId],
    queryFn: ({ pageParam, signal }) => fetchPage<FanSummary>(pageParam, { as: 'fan', signal }),
    initialPageParam: `/api/st/stories/${storyId}/viewers?limit=100`,
    getNextPageParam: ({ next }) => next,
    // It grows while the story is being looked at.
    staleTime: 0,
  });
}
