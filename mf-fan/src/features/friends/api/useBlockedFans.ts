import type { FanSummary } from '@kickoff/contracts';
import { callApi, useQuery } from '@kickoff/web';
import { PEOPLE_KEY } from '../../../relations/people-keys';

/** Fetches the fans whom the fan has blocked. */
export function useBlockedFans() {
  return useQuery({
    queryKey: [...PEOPLE_KEY, 'blocked'],
    queryFn: ({ signal }) => callApi<FanSummary[]>('/api/user/blocked', { as: 'fan', signal }),
  });
}
