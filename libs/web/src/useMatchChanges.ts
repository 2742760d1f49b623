import type { LiveEvents } from '@kickoff/contracts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { onLiveEvent } from './live';

export type MatchChange = LiveEvents['match.changed'];

/** Jitter: what a goal changes is refetched, not by all clients at once. */
const SPREAD_MS = 1_000;

interface MatchQueries {
  /** Key prefixes of the queries that contain matches. */
  keys: readonly (readonly string[])[];
  /** Writes a change into these queries. */
  apply: (queries: QueryClient, change: MatchChange) => void;
}

/**
 * Applies live match changes to cached queries while mounted, then refetches what depends on them.
 *
 * @param matchQueries a constant of the calling module
 */
export function useMatchChanges(matchQueries: MatchQueries): void {
  const queries = useQueryClient();
  useEffect(() => {
    const { keys, apply } = matchQueries;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const invalidate = (refetchType: 'active' | 'none') => {
      for (const queryKey of keys) void queries.invalidateQueries({ queryKey, refetchType });
    };
    // Usually unchanged: a 304 has no body.
    const refetch = () => invalidate('active');
    const stop = onLiveEvent((event) => {
      if (event.name === 'missed') refetch();
      if (event.name !== 'match.changed') return;
      apply(queries, event.data);
      clearTimeout(timer);
      timer = setTimeout(refetch, Math.random() * SPREAD_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
      // From now on these queries miss changes.
      invalidate('none');
    };
  }, [queries, matchQueries]);
}

/** Returns the item with a changed match's values if it is that match. */
export function withChange<Item extends { id: string }>(item: Item, { match }: MatchChange): Item {
  return item.id === match.id ? { ...item, ...match } : item;
}
