import type { MatchTimeline } from '@kickoff/contracts';
import { callApi, onLiveEvent, pollMs, useQuery, useQueryClient } from '@kickoff/web';
import { useEffect } from 'react';

const lossKey = (matchId: string) => ['match-data-loss', matchId];

/** Returns since when the source of a match is silent, as far as the fan has seen its timeline. */
export function useDataLoss(
  matchId: string,
  { enabled }: { enabled: boolean },
): string | undefined {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: lossKey(matchId),
    queryFn: ({ signal }) =>
      callApi(`/api/football/matches/${encodeURIComponent(matchId)}/timeline`, {
        as: 'fan',
        signal,
      }),
    enabled,
    refetchInterval: pollMs(true),
  });
  useEffect(
    () =>
      onLiveEvent((event) => {
        if (event.name !== 'thread.row' || event.data.matchId !== matchId) return;
        const { row } = event.data;
        if (row.kind !== 'entry') return;
        queries.setQueryData<MatchTimeline>(
          lossKey(matchId),
          (timeline) => timeline && { ...timeline, entries: [...timeline.entries, row.entry] },
        );
      }),
    [queries, matchId],
  );
  const last = data?.entries.findLast(({ kind }) => kind === 'data_lost' || kind === 'data_back');
  return enabled && last?.kind === 'data_lost' ? last.at : undefined;
}
