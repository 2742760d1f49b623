import { callApi, useQuery } from '@kickoff/web';
import { PEOPLE_KEY } from '../../../relations/people-keys';

/** Fetches the most recently followed fans, as many as fit in a row of avatars. */
export function useNewestFriends() {
  return useQuery({
    queryKey: [...PEOPLE_KEY, 'newest'],
    queryFn: ({ signal }) => callApi('/api/user/connected-friends?limit=6', { as: 'fan', signal }),
  });
}
