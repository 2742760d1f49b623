import { isInPlay, type MatchDigest } from '@kickoff/contracts';
import { callApi, pollMs, useQuery } from '@kickoff/web';

/**
 * The matches beside the feed, those of the favourite team first.
 * @param team in the fan's own words, empty without one; nothing is asked while nobody knows
 */
export function useMatchDigest(team: string | undefined) {
  return useQuery({
    queryKey: ['match-digest', team],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ team: team ?? '' });
      return callApi<MatchDigest>(`/api/football/digest?${query.toString()}`, {
        as: 'fan',
        signal,
      });
    },
    enabled: team !== undefined,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && pollMs(data.recent.some(isInPlay)),
  });
}
