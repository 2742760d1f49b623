const HOUR_MS = 60 * 60_000;

/** How long a shield can last, in display order; without a duration until it is ended. */
export const SHIELD_DURATIONS: readonly { label: string; ms?: number }[] = [
  { label: 'Until I end it' },
  { label: '24 hours', ms: 24 * HOUR_MS },
  { label: '3 days', ms: 72 * HOUR_MS },
  { label: '7 days', ms: 168 * HOUR_MS },
];

/** Returns when a shield of this duration, by its label, ends; undefined for one without an end. */
export function shieldedUntil(label: string, now: number): string | undefined {
  const ms = SHIELD_DURATIONS.find((duration) => duration.label === label)?.ms;
  return ms === undefined ? undefined : new Date(now + ms).toISOString();
}
