import type { LiveEvents, Post, ThreadRow } from '@kickoff/contracts';
import { callApi, onLiveEvent, useQueryClient } from '@kickoff/web';
import { useEffect, useEffectEvent } from 'react';

import {
  listRows,
  mayBeAfter,
  mergeRow,
  rowKey,
  type ThreadPages,
  withoutPost,
} from '../thread-rows';
import { rowsKey, threadKey } from './useThread';
import { watchMatch } from './watch-match';

/** Jitter, so that not all readers of a thread refetch at once. */
const SPREAD_MS = 1_000;
/** These change when the thread opens and closes. */
const STATE_KINDS = new Set(['full_time', 'postponed', 'cancelled', 'rescheduled', 'suspended']);

type Change = (data: ThreadPages) => ThreadPages;

function changePost(data: ThreadPages, id: string, change: (post: Post) => Post): ThreadPages {
  const row = listRows(data).find((one) => rowKey(one) === id);
  return row?.kind === 'post' ? mergeRow(data, { ...row, post: change(row.post) }) : data;
}

/** Adds a row that is not in the pages: one that is there may be newer. */
function addMissing(data: ThreadPages, row: ThreadRow): ThreadPages {
  const isListed = listRows(data).some((one) => rowKey(one) === rowKey(row));
  return isListed ? data : mergeRow(data, row);
}

/**
 * Applies live events to the cached thread of a match while mounted.
 *
 * @param isListed whether a row is in the list that is shown; undefined if only the server knows
 */
export function useThreadUpdates(
  matchId: string,
  isListed: (row: ThreadRow) => boolean | undefined,
): void {
  const queries = useQueryClient();
  const filter = useEffectEvent(isListed);
  useEffect(() => {
    const queryKey = threadKey(matchId);
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** Changes that the answer to a running fetch may not contain. */
    let duringFetch: Change[] = [];
    const update = (change: Change) => {
      queries.setQueriesData<ThreadPages>(
        { queryKey: rowsKey(matchId), type: 'active' },
        (data) => data && change(data),
      );
    };
    const isFetching = () => queries.isFetching({ queryKey: rowsKey(matchId) }) > 0;
    const repeatAfterFetch = (change: Change) => {
      if (isFetching()) duringFetch.push(change);
    };
    const isLoaded = (id: string) =>
      queries
        .getQueriesData<ThreadPages>({ queryKey: rowsKey(matchId), type: 'active' })
        .some(([, data]) => data && listRows(data).some((row) => rowKey(row) === id));
    const refetch = () => void queries.invalidateQueries({ queryKey });
    const refetchLater = () => {
      clearTimeout(timer);
      timer = setTimeout(refetch, Math.random() * SPREAD_MS);
    };
    const addRow = (row: ThreadRow) => {
      const isInList = filter(row);
      if (isInList) {
        update((data) => mergeRow(data, row));
        repeatAfterFetch((data) => addMissing(data, row));
      }
      const changesState = row.kind === 'entry' && STATE_KINDS.has(row.entry.kind);
      if (changesState || isInList === undefined) refetchLater();
    };
    const refreshPost = async (id: string) => {
      const post = await callApi(`/api/pt/posts/${id}`, { as: 'fan' });
      update((data) => changePost(data, id, () => post));
    };
    const applyPost = ({ _id, deleted, edited, ...counts }: LiveEvents['post.changed']) => {
      if (deleted) {
        update((data) => withoutPost(data, _id));
        repeatAfterFetch((data) => withoutPost(data, _id));
        return;
      }
      const { likesCount, commentsCount } = counts;
      update((data) => changePost(data, _id, (post) => ({ ...post, likesCount, commentsCount })));
      // The event has no text. On failure the next visit updates the post.
      if (edited && isLoaded(_id)) refreshPost(_id).catch(() => undefined);
    };
    const hasRowsAfter = (position: number) =>
      queries.getQueriesData<ThreadPages>({ queryKey: rowsKey(matchId) }).some(([key, data]) => {
        const updatedAt = queries.getQueryState(key)?.dataUpdatedAt ?? 0;
        // Rows in flight may be those of the former viewpoint.
        return !data || mayBeAfter(data, position, updatedAt);
      });
    const applyViewpoint = ({ mode, position = 0 }: LiveEvents['viewpoint.changed']) => {
      // Live and delayed never take a moment back. Later rows must not be shown while refetching.
      const isEarlier = mode === 'hidden' || (mode === 'replay' && hasRowsAfter(position));
      if (isEarlier) void queries.resetQueries({ queryKey });
      else refetch();
    };
    // A reset, and a switch to the other list, end the fetch first: rows never get into later ones.
    const stopFetches = queries.getQueryCache().subscribe(() => {
      if (duringFetch.length === 0 || isFetching()) return;
      const changes = duringFetch;
      duringFetch = [];
      for (const change of changes) update(change);
    });
    const unwatch = watchMatch(matchId);
    const stop = onLiveEvent((event) => {
      if (event.name === 'missed') refetch();
      if (event.name === 'thread.row' && event.data.matchId === matchId) addRow(event.data.row);
      if (event.name === 'post.changed') applyPost(event.data);
      if (event.name === 'viewpoint.changed' && event.data.matchId === matchId) {
        applyViewpoint(event.data);
      }
    });
    return () => {
      clearTimeout(timer);
      stop();
      stopFetches();
      unwatch();
    };
  }, [queries, matchId]);
}
