import type { OwnProfile } from '@kickoff/contracts';
import { callApi, useQuery } from '@kickoff/web';

import { FIRST_STEPS_KEY } from '../../../first-steps-key';

const PATH = '/api/user/first-steps';

/** Fetches what a newcomer has done; again with each change of the profile that may be a step. */
export function useFirstSteps({ fav_team1, friendsCount, postsCount }: OwnProfile) {
  return useQuery({
    queryKey: [...FIRST_STEPS_KEY, fav_team1, friendsCount, postsCount],
    queryFn: ({ signal }) => callApi(PATH, { as: 'fan', signal }),
    placeholderData: (previous) => previous,
  });
}

/** Ends the first steps for good. */
export async function endFirstSteps(): Promise<void> {
  await callApi(PATH, { method: 'DELETE', as: 'fan' });
}
