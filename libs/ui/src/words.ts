import type { FootballSource } from '@kickoff/contracts';

import { dateFormat, LANGUAGE } from './date-format';

/** Time of day where the reader is: 17:52. */
export const timeOfDay = dateFormat({ hour: '2-digit', minute: '2-digit' });

/** Day and time where the reader is: 21 Nov 2026, 17:40. */
export const momentInWords = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });

/** Saturday 21 November. */
export const dayInWords = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' });

/** Saturday 21 November 2026. */
export function dateInWords(time: string): string {
  return `${dayInWords(time)} ${new Date(time).getFullYear()}`;
}

/** Midnight of a day where the reader is. */
export function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

/** today, yesterday, or Saturday 21 November. */
export function nearDay(time: string, now: number): string {
  const day = startOfDay(Date.parse(time));
  const today = startOfDay(now);
  if (day === today) return 'today';
  return day === new Date(today).setDate(new Date(today).getDate() - 1)
    ? 'yesterday'
    : dayInWords(time);
}

/** The zone that all hours are given in: Central European Standard Time. */
export function timeZoneName(): string {
  const format = new Intl.DateTimeFormat(LANGUAGE, { hour: '2-digit', timeZoneName: 'long' });
  return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** How long ago something was: just now, 3 min ago, 2 h ago, 5 days ago. */
export function ageInWords(time: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(time)) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? '1 day ago' : `${days} days ago`;
}

/** Where numbers come from; the demo season says what it is. */
export function sourceInWords(source: FootballSource): string {
  return source === 'demo' ? 'Demo season' : source;
}

/** 950, 1,250. A format takes a phone 40 ms to make, and few of the counts that it shows first need one. */
export function countInDigits(count: number): string {
  return count < 1_000 ? String(count) : count.toLocaleString(LANGUAGE);
}

/** '1 match', '2 matches'. */
export function countOfMatches(count: number): string {
  return count === 1 ? '1 match' : `${count} matches`;
}
