import type { League, LeagueData } from '@kickoff/contracts';
import { callApi, useQuery } from '@kickoff/web';

import { isInPlay } from '../../../live/in-play';
import { pollMs } from '../../../live/poll';

/** A league's matches, table and scorers. */
export function useLeagueData(league: League) {
  return useQuery({
    queryKey: ['league-data', league],
    queryFn: ({ signal }) =>
      callApi<LeagueData>(`/api/football?league=${league}`, { as: 'fan', signal }),
    // Before anything has come the person decides when to try again: each failure is a message.
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && pollMs(data.matches.some(isInPlay)),
  });
}
