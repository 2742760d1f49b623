import { isInPlay, type League } from '@kickoff/contracts';
import { callApi, pollMs, useQuery } from '@kickoff/web';

export const LEAGUE_DATA_KEY = ['league-data'];

/** Fetches a league's matches, table and scorers; disabled without a league. */
export function useLeagueData(league: League | undefined) {
  return useQuery({
    queryKey: [...LEAGUE_DATA_KEY, league],
    queryFn: ({ signal }) => callApi(`/api/football?league=${league ?? ''}`, { as: 'fan', signal }),
    enabled: league !== undefined,
    // Before the first success there is no polling: each failure shows a message, so the person
    // decides when to retry.
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && pollMs(data.matches.some(isInPlay)),
  });
}
