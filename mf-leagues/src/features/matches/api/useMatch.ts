import type { MatchPage } from '@kickoff/contracts';
import { callApi, useQuery } from '@kickoff/web';

import { isInPlay } from '../../../live/in-play';
import { pollMs } from '../../../live/poll';

/** One match with what happened in it. */
export function useMatch(id: string) {
  return useQuery({
    queryKey: ['match', id],
    queryFn: ({ signal }) =>
      callApi<MatchPage>(`/api/football/matches/${encodeURIComponent(id)}`, { as: 'fan', signal }),
    refetchInterval: ({ state: { data } }) => data !== undefined && pollMs(isInPlay(data)),
  });
}
