import type { League } from '@kickoff/contracts';

import type { FeedRow } from './api/useFootballData';

/** A requested refresh, with the time of the league's last attempt before it. */
export interface RefreshRequest {
  triedAt: string | null;
  state: 'sending' | 'sent' | 'failed';
}
export type RefreshRequests = Readonly<Partial<Record<League, RefreshRequest>>>;

/** Just fetched: the server would not fetch it again. */
const FRESH_MS = 60_000;

export type FetchState = 'simulated' | 'fresh' | 'ready' | 'waiting' | 'failed';

/** Returns whether a league can be refreshed, and the state of a requested refresh. */
export function fetchStateOf(
  { source, lastTriedAt }: FeedRow,
  request: RefreshRequest | undefined,
  now: number,
): FetchState {
  if (request?.state === 'failed') return 'failed';
  if (request && (request.state === 'sending' || request.triedAt === lastTriedAt)) return 'waiting';
  if (lastTriedAt === null) return source === 'demo' ? 'simulated' : 'ready';
  return now - Date.parse(lastTriedAt) < FRESH_MS ? 'fresh' : 'ready';
}
