import type { OwnProfile, Team } from '@kickoff/contracts';
import { broadcastInvalidation, callApi, OWN_PROFILE_KEY, useQueryClient } from '@kickoff/web';

import { PEOPLE_KEY } from '../../../relations/people-keys';

/** Makes a club the fan's favourite team. */
export function useChooseTeam() {
  const queries = useQueryClient();
  return async ({ id }: Team): Promise<void> => {
    const { fav_team1 } = await callApi('/api/user/team', {
      method: 'PUT',
      body: { teamId: id },
      as: 'fan',
    });
    // A response in flight was requested before the change and would overwrite it.
    await queries.cancelQueries({ queryKey: OWN_PROFILE_KEY });
    queries.setQueryData<OwnProfile>(OWN_PROFILE_KEY, (me) => me && { ...me, fav_team1 });
    // Suggestions depend on the team.
    void queries.invalidateQueries({ queryKey: PEOPLE_KEY });
    broadcastInvalidation('fan', [OWN_PROFILE_KEY, PEOPLE_KEY]);
  };
}
