import type { Match } from '@kickoff/contracts';

const MIDNIGHT = 'T00:00:00.000Z';

/**
 * Returns whether the time of a provider's match is known, not only its day: providers then state
 * midnight UTC, at which none of their leagues plays. Of the demo season every time is known.
 */
export function isTimeKnown({ status, utcDate }: Pick<Match, 'status' | 'utcDate'>): boolean {
  return status !== 'SCHEDULED' || !utcDate.endsWith(MIDNIGHT);
}

/** Replaces the time of an ISO date by the one that stands for an unknown time. */
export function withoutTime(date: Date): Date {
  return new Date(`${date.toISOString().slice(0, 10)}${MIDNIGHT}`);
}
