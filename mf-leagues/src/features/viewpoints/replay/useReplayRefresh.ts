import { useQueryClient } from '@kickoff/web';
import { useEffect } from 'react';

/** Live events bring what the replay passes; this is for those that are lost. */
const POLL_MS = 30_000;

/** Fetches what is shown of a match again and again while its replay plays. */
export function useReplayRefresh(matchId: string, isPlaying: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(
      () =>
        void queries.invalidateQueries(
          { predicate: ({ queryKey }) => queryKey.includes(matchId) },
          // A slow response is not requested again.
          { cancelRefetch: false },
        ),
      POLL_MS,
    );
    return () => clearInterval(timer);
  }, [queries, matchId, isPlaying]);
}
