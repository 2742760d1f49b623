import type { FanSummary } from '@kickoff/contracts';
import { fetchPage, useInfiniteQuery } from '@kickoff/web';

/** How fans are kept away; each has a list, and a call that undoes it. */
export type KeptAway = 'block' | 'mute';

const LISTS = { block: '/api/user/blocked', mute: '/api/user/muted' } as const;

/** The fans whom I block or mute, newest first, page by page. */
export function useKeptAway(how: KeptAway) {
  return useInfiniteQuery({
    queryKey: ['kept-away', how],
    queryFn: ({ pageParam, signal }) => fetchPage<FanSummary>(pageParam, { as: 'fan', signal }),
    initialPageParam: `${LISTS[how]}?limit=50`,
    getNextPageParam: ({ next }) => next,
  });
}
