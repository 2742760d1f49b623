import { pluralText } from '@kickoff/ui';

import { texts } from '../../texts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Formats the time until a poll ends: 3 days left, 1 hour left, 5 minutes left. */
export function formatTimeLeft(endsAt: string, now: number): string {
  const leftMs = Date.parse(endsAt) - now;
  const days = Math.floor(leftMs / DAY_MS);
  if (days > 0) return pluralText(texts.poll.daysLeft, days, { count: days });
  const hours = Math.floor(leftMs / HOUR_MS);
  if (hours > 0) return pluralText(texts.poll.hoursLeft, hours, { count: hours });
  const minutes = Math.floor(leftMs / MINUTE_MS);
  if (minutes > 0) return pluralText(texts.poll.minutesLeft, minutes, { count: minutes });
  return texts.poll.lastMinute;
}
