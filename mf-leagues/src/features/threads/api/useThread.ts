import type { MatchThread, ThreadQuery } from '@kickoff/contracts';
import { answerIn, fetchAnswer, useInfiniteQuery } from '@kickoff/web';

import type { ThreadPage, ThreadPages } from '../thread-rows';

export type ThreadScope = ThreadQuery['scope'];

/** The prefix of the query keys of a match's thread. */
export const threadKey = (matchId: string) => ['match-thread', matchId];
/** The prefix of the keys of its rows, whoever wrote them. */
export const rowsKey = (matchId: string) => [...threadKey(matchId), 'rows'];

/** Rows of a page, as the contract sets it. */
const PAGE_ROWS = 50;

async function fetchThread(address: string, signal: AbortSignal): Promise<ThreadPage> {
  const response = await fetchAnswer(address, { as: 'fan', signal });
  const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
  // Not validated: the response comes from our own origin, which is built from the same contract.
  const thread = answerIn(await response.text()) as MatchThread;
  return { thread, next, loadedAt: Date.now() };
}

/** Fetches the thread of a match, newest rows first. */
export function useThread(matchId: string, scope: ThreadScope) {
  return useInfiniteQuery<ThreadPage, Error, ThreadPages, string[], string>({
    queryKey: [...rowsKey(matchId), scope],
    queryFn: ({ pageParam, signal }) => fetchThread(pageParam, signal),
    initialPageParam: `/api/match/${encodeURIComponent(matchId)}/thread?scope=${scope}&limit=${PAGE_ROWS}`,
    getNextPageParam: ({ next }) => next,
    // Rows that arrived while no page watched the match are missing.
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}
