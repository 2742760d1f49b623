import { callApi, pollMs, useQuery } from '@kickoff/web';

export const LEAGUES_KEY = ['leagues'];

/** Fetches the summaries of the eight leagues. */
export function useLeagues() {
  return useQuery({
    queryKey: LEAGUES_KEY,
    queryFn: ({ signal }) => callApi('/api/football/leagues', { as: 'fan', signal }),
    refetchInterval: ({ state }) => pollMs(state.data?.some(({ live }) => live > 0) ?? false),
  });
}
