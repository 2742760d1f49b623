import { callApi, useQuery } from '@kickoff/web';
import { PEOPLE_KEY } from '../../../relations/people-keys';

/** Fetches the fans that the fan has blocked. */
export function useBlockedFans() {
  return useQuery({
    queryKey: [...PEOPLE_KEY, 'blocked'],
    queryFn: ({ signal }) => callApi('/api/user/blocked', { as: 'fan', signal }),
  });
}
