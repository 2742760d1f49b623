import { formatDays, formatHours } from '../../format-duration';
import { texts } from '../../texts';

const HOUR_MS = 60 * 60_000;

/** For how long a word can be muted, in display order; without a duration for good. */
export const MUTE_DURATIONS: readonly { label: string; ms?: number }[] = [
  { label: texts.mutedWords.forGood },
  { label: formatHours(24), ms: 24 * HOUR_MS },
  { label: formatDays(7), ms: 7 * 24 * HOUR_MS },
  { label: formatDays(30), ms: 30 * 24 * HOUR_MS },
];

/** Returns when a mute of this duration, by its label, ends; undefined for good. */
export function mutedUntil(label: string, now: number): string | undefined {
  const ms = MUTE_DURATIONS.find((duration) => duration.label === label)?.ms;
  return ms === undefined ? undefined : new Date(now + ms).toISOString();
}
