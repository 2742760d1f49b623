const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

/** Day and time where the reader is: 21 Nov 2026, 17:40. */
export function momentInWords(at: string): string {
  return moment.format(new Date(at));
}

/** The day where the reader is: 21 Nov 2026. */
export function dayOf(at: string): string {
  return day.format(new Date(at));
}
