const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

/** The day where the reader is: 21 Nov 2026. */
export function dayOf(at: string): string {
  return day.format(new Date(at));
}
