import type { FriendProfile } from '@kickoff/contracts';
import { callApi, useQuery } from '@kickoff/web';

import { PEOPLE_KEY } from '../../../relations/people-keys';

/** Fetches what the reader and the author of a post are to each other. */
export function useAuthor(username: string) {
  return useQuery<FriendProfile>({
    queryKey: [...PEOPLE_KEY, 'author', username],
    queryFn: ({ signal }) =>
      callApi(`/api/user/friend-profile/${encodeURIComponent(username)}`, { as: 'fan', signal }),
  });
}
