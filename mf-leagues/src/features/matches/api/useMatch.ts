import { type MatchPage, isInPlay } from '@kickoff/contracts';
import { callApi, useQuery, pollMs } from '@kickoff/web';

/** One match with what happened in it. */
export function useMatch(id: string) {
  return useQuery({
    queryKey: ['match', id],
    queryFn: ({ signal }) =>
      callApi<MatchPage>(`/api/football/matches/${encodeURIComponent(id)}`, { as: 'fan', signal }),
    refetchInterval: ({ state: { data } }) => data !== undefined && pollMs(isInPlay(data)),
  });
}
