import { isInPlay, type MatchDigest } from '@kickoff/contracts';
import {
  callApi,
  pollMs,
  useMatchChanges,
  useQuery,
  withChange,
  type MatchChange,
  type QueryClient,
} from '@kickoff/web';

const DIGEST_KEY = ['match-digest'];

const DIGEST_QUERIES = {
  keys: [DIGEST_KEY],
  apply: (queries: QueryClient, change: MatchChange) =>
    void queries.setQueriesData<MatchDigest>(
      { queryKey: DIGEST_KEY },
      (digest) =>
        digest && { ...digest, recent: digest.recent.map((match) => withChange(match, change)) },
    ),
};

/**
 * Fetches the matches beside the feed, those of the favourite team first, with their live scores.
 *
 * @param team as the fan typed it, empty without one; undefined disables the query
 */
export function useMatchDigest(team: string | undefined) {
  useMatchChanges(DIGEST_QUERIES);
  return useQuery({
    queryKey: [...DIGEST_KEY, team],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ team: team ?? '' });
      return callApi(`/api/football/digest?${query.toString()}`, {
        as: 'fan',
        signal,
      });
    },
    enabled: team !== undefined,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && pollMs(data.recent.some(isInPlay)),
  });
}
