import type { MatchTimeline } from '@kickoff/contracts';
import { callApi, pollMs, useQuery } from '@kickoff/web';

/** Returns since when the source of a match is silent, as far as the fan has seen its timeline. */
export function useDataLoss(
  matchId: string,
  { enabled }: { enabled: boolean },
): string | undefined {
  const { data } = useQuery({
    queryKey: ['match-data-loss', matchId],
    queryFn: ({ signal }) =>
      callApi<MatchTimeline>(`/api/football/matches/${encodeURIComponent(matchId)}/timeline`, {
        as: 'fan',
        signal,
      }),
    enabled,
    refetchInterval: pollMs(true),
  });
  const last = data?.entries.findLast(({ kind }) => kind === 'data_lost' || kind === 'data_back');
  return enabled && last?.kind === 'data_lost' ? last.at : undefined;
}
