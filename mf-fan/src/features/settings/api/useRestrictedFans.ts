import type { FanSummary } from '@kickoff/contracts';
import { fetchPage, useInfiniteQuery } from '@kickoff/web';

/** The ways to restrict a fan; each has its own list and endpoint. */
export type Restriction = 'block' | 'mute';

const LISTS = { block: '/api/user/blocked', mute: '/api/user/muted' } as const;

/** Fetches the blocked or muted fans, newest first, page by page. */
export function useRestrictedFans(how: Restriction) {
  return useInfiniteQuery({
    queryKey: ['kept-away', how],
    queryFn: ({ pageParam, signal }) => fetchPage<FanSummary>(pageParam, { as: 'fan', signal }),
    initialPageParam: `${LISTS[how]}?limit=50`,
    getNextPageParam: ({ next }) => next,
  });
}
