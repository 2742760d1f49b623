import { isInPlay, type League, type LeagueData } from '@kickoff/contracts';
import { callApi, pollMs, useQuery } from '@kickoff/web';

/** A league's matches, table and scorers; nothing is asked while no league is given. */
export function useLeagueData(league: League | undefined) {
  return useQuery({
    queryKey: ['league-data', league],
    queryFn: ({ signal }) =>
      callApi<LeagueData>(`/api/football?league=${league ?? ''}`, { as: 'fan', signal }),
    enabled: league !== undefined,
    // Before anything has come the person decides when to try again: each failure is a message.
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && pollMs(data.matches.some(isInPlay)),
  });
}
