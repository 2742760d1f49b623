import type { Match } from './football.js';

/** Whether a match runs at the moment; a half-time break belongs to it. */
export function isInPlay({ status }: Pick<Match, 'status'>): boolean {
  return status === 'IN_PLAY' || status === 'PAUSED';
}
