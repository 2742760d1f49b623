// The pages are written in English; the hours are the reader's own.
export const LANGUAGE = 'en-GB';

/**
 * Puts moments into words where the reader is. A format takes milliseconds to
 * make on a phone, so it is made when it is first asked for.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions): (time: number | string) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (time) => {
    format ??= new Intl.DateTimeFormat(LANGUAGE, options);
    return format.format(new Date(time));
  };
}
