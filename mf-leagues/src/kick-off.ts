import type { Match } from '@kickoff/contracts';
import { dateFormat, fillText, formatDayOfYear, formatTime } from '@kickoff/ui';

import { texts } from './texts';

const timeWithZone = dateFormat({ hour: '2-digit', minute: '2-digit', timeZoneName: 'long' });
const MIDNIGHT = 'T00:00:00.000Z';

/** Of a date without a time, the day is the same in every time zone. */
const toLocalDay = (utcDate: string) => utcDate.replace(MIDNIGHT, 'T00:00');

/**
 * Returns whether the time of a match is known, not only its day: providers then state midnight UTC,
 * at which none of their leagues plays.
 */
export function isTimeKnown({ id, status, utcDate, rehearsal }: Match): boolean {
  const isProvided = !id.startsWith('demo:') && rehearsal === undefined;
  return status !== 'SCHEDULED' || !isProvided || !utcDate.endsWith(MIDNIGHT);
}

/** Returns a local date on the day of a match. */
export function dateOf(match: Match): string {
  return isTimeKnown(match) ? match.utcDate : toLocalDay(match.utcDate);
}

/** Returns the reader's time zone at a time, which may be in summer: Central European Summer Time. */
export function zoneAt(time: string): string {
  // The zone alone cannot be formatted: the time of day precedes it.
  return timeWithZone(time).replace(/^\S+ /, '');
}

/** Formats the new date of a provider's match, with its time if that is known. */
export function formatNewDate(utcDate: string): string {
  const day = formatDayOfYear(toLocalDay(utcDate));
  return utcDate.endsWith(MIDNIGHT)
    ? fillText(texts.entry.rescheduledToDay, { day })
    : fillText(texts.entry.rescheduledTo, { day, time: formatTime(utcDate) });
}
