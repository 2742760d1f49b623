import { isInPlay } from '@kickoff/contracts';
import { callApi, pollMs, useQuery } from '@kickoff/web';

export const LATEST_MATCHES_KEY = ['latest-matches'];

/** Fetches the latest matches of all leagues: live first, then finished. */
export function useLatestMatches() {
  return useQuery({
    queryKey: LATEST_MATCHES_KEY,
    queryFn: ({ signal }) => callApi('/api/football/latest', { as: 'fan', signal }),
    refetchInterval: ({ state }) => pollMs(state.data?.some(isInPlay) ?? false),
  });
}
