const DAY = /^\d{4}-\d{2}-\d{2}$/;
const EDGE = /(from|to)$/i;

/**
 * Returns a filter's value for the API. A day is one of the reader's time zone, as in the columns: it
 * becomes its first moment in a filter named `…from`, its last one in `…to`.
 */
export function toApiValue(name: string, value: string): string {
  const edge = EDGE.exec(name)?.[0].toLowerCase();
  if (edge === undefined || !DAY.test(value)) return value;
  const moment = new Date(`${value}T${edge === 'to' ? '23:59:59.999' : '00:00:00.000'}`);
  return Number.isNaN(moment.getTime()) ? value : moment.toISOString();
}
