import type { FootballFeed } from '@kickoff/contracts';
import { callApi, useQuery } from '@kickoff/web';

export type FeedRow = FootballFeed['leagues'][number];

const QUIET_MS = 30_000;
/** While somebody waits for a league to be fetched. */
const WAITING_MS = 2_000;

/** How the data of each league does. */
export function useFootballFeed({ isWaiting }: { isWaiting: (rows: FeedRow[]) => boolean }) {
  return useQuery({
    queryKey: ['football-feed'],
    queryFn: ({ signal }) => callApi<FootballFeed>('/api/admin/football', { as: 'admin', signal }),
    select: ({ leagues }) => leagues,
    refetchInterval: ({ state }) => (isWaiting(state.data?.leagues ?? []) ? WAITING_MS : QUIET_MS),
  });
}
