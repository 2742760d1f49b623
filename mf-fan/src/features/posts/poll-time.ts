const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'} left`;

/** Formats the time until a poll ends: 3 days left, 1 hour left, 5 minutes left. */
export function formatTimeLeft(endsAt: string, now: number): string {
  const leftMs = Date.parse(endsAt) - now;
  if (leftMs >= DAY_MS) return count(Math.floor(leftMs / DAY_MS), 'day');
  if (leftMs >= HOUR_MS) return count(Math.floor(leftMs / HOUR_MS), 'hour');
  if (leftMs >= MINUTE_MS) return count(Math.floor(leftMs / MINUTE_MS), 'minute');
  return 'Less than a minute left';
}
