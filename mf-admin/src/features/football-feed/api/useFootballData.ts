import type { FootballFeed } from '@kickoff/contracts';
import { callApi, useQuery } from '@kickoff/web';

export type FeedRow = FootballFeed['leagues'][number];

const QUIET_MS = 30_000;
/** Polling interval while a refresh is pending. */
const WAITING_MS = 2_000;

/** Fetches the state of each league's data. */
export function useFootballData({ isWaiting }: { isWaiting: (rows: FeedRow[]) => boolean }) {
  return useQuery({
    queryKey: ['football-feed'],
    queryFn: ({ signal }) => callApi('/api/admin/football', { as: 'admin', signal }),
    select: ({ leagues }) => leagues,
    refetchInterval: ({ state }) => (isWaiting(state.data?.leagues ?? []) ? WAITING_MS : QUIET_MS),
  });
}
