import { isInPlay, type MatchPage } from '@kickoff/contracts';
import { callApi, useQuery, pollMs } from '@kickoff/web';

export const MATCH_KEY = ['match'];
/** The minute of a replay is at most this old, in time of the match. */
const REPLAY_MS = 20_000;

function refetchMsOf(match: MatchPage): number {
  const { mode, playing, speed = 1 } = match.viewpoint ?? {};
  return mode === 'replay' && playing ? REPLAY_MS / speed : pollMs(isInPlay(match));
}

/** Fetches one match with its events. */
export function useMatch(id: string) {
  return useQuery({
    queryKey: [...MATCH_KEY, id],
    queryFn: ({ signal }) =>
      callApi(`/api/football/matches/${encodeURIComponent(id)}`, { as: 'fan', signal }),
    refetchInterval: ({ state: { data } }) => data !== undefined && refetchMsOf(data),
  });
}
