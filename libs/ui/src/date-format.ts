// Texts are English; times are in the reader's time zone.
export const LANGUAGE = 'en-GB';

/**
 * Creates a formatter of times in the reader's time zone. Built on first use, because building one
 * takes milliseconds on a phone.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions): (time: number | string) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (time) => {
    format ??= new Intl.DateTimeFormat(LANGUAGE, options);
    return format.format(new Date(time));
  };
}
