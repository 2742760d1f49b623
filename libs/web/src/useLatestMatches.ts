import { isInPlay, type LatestMatch } from '@kickoff/contracts';
import { useQuery } from '@tanstack/react-query';

import { callApi } from './api';
import { pollMs } from './poll';

/** The newest matches over all leagues: in play first, then finished. */
export function useLatestMatches() {
  return useQuery({
    queryKey: ['latest-matches'],
    queryFn: ({ signal }) => callApi<LatestMatch[]>('/api/football/latest', { as: 'fan', signal }),
    refetchInterval: ({ state }) => pollMs(state.data?.some(isInPlay) ?? false),
  });
}
