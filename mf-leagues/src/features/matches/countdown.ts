import { fillText, pluralText } from '@kickoff/ui';

import { texts } from '../../texts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Formats the time until kick-off, in one line from its first figure on: in 2 h 15 min, in 5 min. */
export function formatCountdown(kickOff: string, now: number): string {
  const leftMs = Date.parse(kickOff) - now;
  if (leftMs <= 0) return texts.countdown.now;
  // Rounded up, as a reader counts down to zero.
  const minutes = Math.ceil(leftMs / MINUTE_MS);
  if (leftMs >= 2 * DAY_MS) {
    const days = Math.floor(leftMs / DAY_MS);
    return pluralText(texts.countdown.days, days, { count: days });
  }
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return fillText(texts.countdown.minutes, { minutes });
  return rest === 0
    ? fillText(texts.countdown.hours, { hours })
    : fillText(texts.countdown.hoursAndMinutes, { hours, minutes: rest });
}
