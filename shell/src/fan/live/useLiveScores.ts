import type {
  LatestMatch,
  LeagueData,
  LiveEvents,
  MatchDigest,
  MatchPage,
} from '@kickoff/contracts';
import { onLive, useQueryClient, type QueryClient } from '@kickoff/web';
import { useEffect } from 'react';

type Change = LiveEvents['match.changed'];

/** Tables and lists are asked for after a goal, not by everyone in the same moment. */
const SPREAD_MS = 1_000;

const KEYS = [['match-digest'], ['latest-matches'], ['leagues'], ['league-data'], ['match']];

/** Puts a match in place wherever it is shown. */
function put(queries: QueryClient, { league, match }: Change): void {
  const replaced = <Item extends { id: string }>(item: Item): Item =>
    item.id === match.id ? { ...item, ...match } : item;
  queries.setQueriesData<MatchDigest>(
    { queryKey: ['match-digest'] },
    (digest) => digest && { ...digest, recent: digest.recent.map(replaced) },
  );
  queries.setQueryData<LatestMatch[]>(['latest-matches'], (list) => list?.map(replaced));
  queries.setQueryData<LeagueData>(
    ['league-data', league],
    (data) => data && { ...data, matches: data.matches.map(replaced) },
  );
  queries.setQueryData<MatchPage>(['match', match.id], (page) => page && replaced(page));
}

/** Keeps scores as they are told; what hangs on them is asked for behind. */
export function useLiveScores(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Mostly it is still so, and the answer has no body.
    const refresh = () => {
      for (const queryKey of KEYS) void queries.invalidateQueries({ queryKey });
    };
    const stop = onLive((happening) => {
      if (happening.name === 'missed') refresh();
      if (happening.name !== 'match.changed') return;
      put(queries, happening.data);
      clearTimeout(timer);
      timer = setTimeout(refresh, Math.random() * SPREAD_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [queries]);
}
