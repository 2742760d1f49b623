import { dateFormat, startOfDay } from '@kickoff/ui';

import { texts } from '../../texts';

const weekday = dateFormat({ weekday: 'short' });
const date = dateFormat({ day: 'numeric', month: 'short' });
/** A weekday's name is unambiguous only within a week. */
const NEAR_MS = 6.5 * 86_400_000;

/** Formats a local day briefly: Today, Tue, or 24 Nov where a weekday would be ambiguous. */
export function shortDay(time: string, now: number): string {
  const moment = Date.parse(time);
  const distance = startOfDay(moment) - startOfDay(now);
  if (distance === 0) return texts.matches.today;
  return (Math.abs(distance) < NEAR_MS ? weekday : date)(moment);
}
