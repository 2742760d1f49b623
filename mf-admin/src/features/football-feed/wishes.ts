import type { League } from '@kickoff/contracts';

import type { FeedRow } from './api/useFootballFeed';

/** That a league was to be fetched now, and when it had been tried last by then. */
export interface Wish {
  triedAt: string | null;
  state: 'sending' | 'sent' | 'failed';
}
export type Wishes = Readonly<Partial<Record<League, Wish>>>;

/** Just fetched: asking again would bring nothing new, and the server would not. */
const FRESH_MS = 60_000;

export type FetchState = 'simulated' | 'fresh' | 'ready' | 'waiting' | 'failed';

/** Whether a league can be fetched now, and how far it is when it was asked for. */
export function fetchStateOf(
  { source, lastTriedAt }: FeedRow,
  wish: Wish | undefined,
  now: number,
): FetchState {
  if (wish?.state === 'failed') return 'failed';
  if (wish && (wish.state === 'sending' || wish.triedAt === lastTriedAt)) return 'waiting';
  if (lastTriedAt === null) return source === 'demo' ? 'simulated' : 'ready';
  return now - Date.parse(lastTriedAt) < FRESH_MS ? 'fresh' : 'ready';
}
