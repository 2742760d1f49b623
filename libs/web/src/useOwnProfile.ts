import { PROFILE_ADDRESS } from '@kickoff/contracts';
import { useQuery } from '@tanstack/react-query';

import { callApi } from './api';

export const OWN_PROFILE_KEY = ['own-profile'];

/** Fetches the signed-in fan's profile. */
export function useOwnProfile() {
  return useQuery({
    queryKey: OWN_PROFILE_KEY,
    queryFn: ({ signal }) => callApi(PROFILE_ADDRESS, { as: 'fan', signal }),
  });
}
