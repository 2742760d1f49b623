import type { OwnProfile } from '@kickoff/contracts';
import { useQuery } from '@tanstack/react-query';

import { callApi } from './api';

/** The signed-in fan's own data. */
export function useOwnProfile() {
  return useQuery({
    queryKey: ['own-profile'],
    queryFn: ({ signal }) => callApi<OwnProfile>('/api/user/profile', { as: 'fan', signal }),
  });
}
