import { isInPlay } from '@kickoff/contracts';
import { callApi, useQuery, pollMs } from '@kickoff/web';

export const MATCH_KEY = ['match'];

/** Fetches one match with its events. */
export function useMatch(id: string) {
  return useQuery({
    queryKey: [...MATCH_KEY, id],
    queryFn: ({ signal }) =>
      callApi(`/api/football/matches/${encodeURIComponent(id)}`, { as: 'fan', signal }),
    refetchInterval: ({ state: { data } }) => data !== undefined && pollMs(isInPlay(data)),
  });
}
