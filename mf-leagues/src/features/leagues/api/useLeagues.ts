import type { LeagueSummary } from '@kickoff/contracts';
import { callApi, pollMs, useQuery } from '@kickoff/web';

/** The eight leagues as they stand now. */
export function useLeagues() {
  return useQuery({
    queryKey: ['leagues'],
    queryFn: ({ signal }) =>
      callApi<LeagueSummary[]>('/api/football/leagues', { as: 'fan', signal }),
    refetchInterval: ({ state }) => pollMs(state.data?.some(({ live }) => live > 0) ?? false),
  });
}
