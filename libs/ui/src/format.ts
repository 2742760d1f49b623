import type { FootballSource } from '@kickoff/contracts';

import { dateFormat, LANGUAGE } from './date-format';
import { pluralText } from './fill-text';
import { texts } from './texts';

/** Formats the local time of day: 17:52. */
export const formatTime = dateFormat({ hour: '2-digit', minute: '2-digit' });

/** Formats local date and time: 21 Nov 2026, 17:40. */
export const formatDateTime = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });

/** Formats a day: Saturday 21 November. */
export const formatDay = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' });

/** Formats a day with its year: Saturday 21 November 2026. */
export function formatDayOfYear(time: string): string {
  return `${formatDay(time)} ${new Date(time).getFullYear()}`;
}

/** Returns local midnight of a day, in ms since 1970. */
export function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

/** Formats a day as today, yesterday, or Saturday 21 November. */
export function formatRelativeDay(time: string, now: number): string {
  const day = startOfDay(Date.parse(time));
  const today = startOfDay(now);
  if (day === today) return texts.day.today;
  return day === new Date(today).setDate(new Date(today).getDate() - 1)
    ? texts.day.yesterday
    : formatDay(time);
}

/** Returns the reader's time zone: Central European Standard Time. */
export function formatTimeZone(): string {
  const format = new Intl.DateTimeFormat(LANGUAGE, { hour: '2-digit', timeZoneName: 'long' });
  return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** Formats the provider of the data. The demo season is named as such. */
export function formatSource(source: FootballSource): string {
  return source === 'demo' ? texts.match.demo : source;
}

/**
 * Formats a count: 950, 1,250. A formatter takes a phone 40 ms to build, so small counts do
 * without.
 */
export function formatCount(count: number): string {
  return count < 1_000 ? String(count) : count.toLocaleString(LANGUAGE);
}

/** Formats '1 match', '2 matches'. */
export function formatMatchCount(count: number): string {
  return pluralText(texts.match.count, count, { count });
}
