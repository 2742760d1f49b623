import { formatDays, formatHours } from '../../../format-duration';
import { texts } from '../../../texts';

const HOUR_MS = 60 * 60_000;

/** How long a shield can last, in display order; without a duration until it is ended. */
export const SHIELD_DURATIONS: readonly { label: string; ms?: number }[] = [
  { label: texts.shield.untilEnded },
  { label: formatHours(24), ms: 24 * HOUR_MS },
  { label: formatDays(3), ms: 72 * HOUR_MS },
  { label: formatDays(7), ms: 168 * HOUR_MS },
];

/** Returns when a shield of this duration, by its label, ends; undefined for one without an end. */
export function shieldedUntil(label: string, now: number): string | undefined {
  const ms = SHIELD_DURATIONS.find((duration) => duration.label === label)?.ms;
  return ms === undefined ? undefined : new Date(now + ms).toISOString();
}
