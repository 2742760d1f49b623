import type { Match } from '@kickoff/contracts';

/** A half-time break belongs to a match in play. */
export function isInPlay({ status }: Pick<Match, 'status'>): boolean {
  return status === 'IN_PLAY' || status === 'PAUSED';
}
