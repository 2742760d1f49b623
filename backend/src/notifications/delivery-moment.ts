import type { SeenLimit } from '../football/viewpoints/seen-matches.js';
import type { NotificationRequest } from './notification-request.js';

/**
 * Maximum pause between two checks of a recipient's moment: the message of a changed viewpoint may
 * be lost.
 */
const LONGEST_PAUSE_MS = 5_000;
/** Maximum seconds by which a replay advances per second. */
const FASTEST_REPLAY = 8;

/** Decision about a notification: write it, drop it, or check again after some time. */
export type DeliveryMoment = { now: true } | { never: true } | { afterMs: number };

/**
 * Decides when a notification about a moment of a match is written.
 *
 * @param limit how far the recipient sees the match; undefined if all of it
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

/** Returns whether a notification states an event of a match. */
export function isOfMatch(kind: NotificationRequest['kind']): boolean {
  return kind === 'team' || kind === 'match';
}
