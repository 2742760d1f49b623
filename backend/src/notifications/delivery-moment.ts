import type { SeenLimit } from '../football/viewpoints/seen-matches.js';
import type { NotificationRequest } from './notification-request.js';

/** A recipient's moment is looked at this often, because a change of viewpoint may get lost. */
const LONGEST_PAUSE_MS = 5_000;
/** A replay moves by at most so many seconds a second. */
const FASTEST_REPLAY = 8;

/** What becomes of a notification: written, dropped, or looked at again after some time. */
export type DeliveryMoment = { now: true } | { never: true } | { afterMs: number };

/**
 * Decides when a notification about a moment of a match is written.
 *
 * @param limit how far the recipient sees the match; undefined where all of it
 */
export function toDeliveryMoment(
  { kind, match }: Pick<NotificationRequest, 'kind' | 'match'>,
  limit: SeenLimit | undefined,
): DeliveryMoment {
  if (!match || !limit) return { now: true };
  const leftMs = match.at.getTime() - limit.untilMs;
  if (leftMs <= 0) return { now: true };
  if (isOfMatch(kind) && limit.mode !== 'delayed') return { never: true };
  if (limit.mode === 'hidden') return { now: true };
  const shortestMs = limit.mode === 'replay' ? leftMs / FASTEST_REPLAY : leftMs;
  return { afterMs: Math.min(shortestMs, LONGEST_PAUSE_MS) };
}

/** Whether a notification states what happened in a match. */
export function isOfMatch(kind: NotificationRequest['kind']): boolean {
  return kind === 'team' || kind === 'match';
}
