import { InvalidInput } from '../../common/errors/coded-errors.js';

/** Parses an end time and throws if it is past; undefined if there is none. */
export function requireFuture(until: string | undefined, now: Date): Date | undefined {
  if (until === undefined) return undefined;
  const end = new Date(until);
  if (end <= now) throw InvalidInput.in('until', 'until must be a time to come');
  return end;
}
