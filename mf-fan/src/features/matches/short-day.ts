import { dateFormat, startOfDay } from '@kickoff/ui';

const weekday = dateFormat({ weekday: 'short' });
const date = dateFormat({ day: 'numeric', month: 'short' });
/** A weekday's name says one day only when less than a week lies between. */
const NEAR_MS = 6.5 * 86_400_000;

/** A day in few letters where the reader is: Today, Tue, or 24 Nov where no weekday is clear. */
export function shortDay(time: string, now: number): string {
  const moment = Date.parse(time);
  const distance = startOfDay(moment) - startOfDay(now);
  if (distance === 0) return 'Today';
  return (Math.abs(distance) < NEAR_MS ? weekday : date)(moment);
}
