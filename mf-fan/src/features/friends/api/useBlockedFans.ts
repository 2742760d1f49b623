import type { FanSummary } from '@kickoff/contracts';
import { fetchPage, type ListPage, useQuery } from '@kickoff/web';

import { PEOPLE_KEY } from '../../../relations/people-keys';

async function fetchBlocked(signal: AbortSignal): Promise<FanSummary[]> {
  const fans: FanSummary[] = [];
  let next: string | undefined = '/api/user/blocked?limit=100';
  while (next !== undefined) {
    const page: ListPage<FanSummary> = await fetchPage<FanSummary>(next, { as: 'fan', signal });
    fans.push(...page.items);
    next = page.next;
  }
  return fans;
}

/** Fetches all fans that the fan has blocked. */
export function useBlockedFans() {
  return useQuery({
    queryKey: [...PEOPLE_KEY, 'blocked'],
    queryFn: ({ signal }) => fetchBlocked(signal),
  });
}
