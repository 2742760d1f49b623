import { isInPlay, type LatestMatch } from '@kickoff/contracts';
import { callApi, pollMs, useQuery } from '@kickoff/web';

/** The newest matches over all leagues: in play first, then finished. */
export function useLatestMatches() {
  return useQuery({
    queryKey: ['latest-matches'],
    queryFn: ({ signal }) => callApi<LatestMatch[]>('/api/football/latest', { as: 'fan', signal }),
    refetchInterval: ({ state }) => pollMs(state.data?.some(isInPlay) ?? false),
  });
}
