import type { FanSummary } from '@kickoff/contracts';
import { callApi, PEOPLE_KEY, useQuery } from '@kickoff/web';

/** Whom the fan has blocked. */
export function useBlockedFans() {
  return useQuery({
    queryKey: [...PEOPLE_KEY, 'blocked'],
    queryFn: ({ signal }) => callApi<FanSummary[]>('/api/user/blocked', { as: 'fan', signal }),
  });
}
