import { InvalidInput } from '../../common/errors/coded-errors.js';

/** Parses the end of what a fan sets; undefined where it has none. */
export function requireFuture(until: string | undefined, now: Date): Date | undefined {
  if (until === undefined) return undefined;
  const end = new Date(until);
  if (end <= now) throw InvalidInput.in('until', 'until must be a time to come');
  return end;
}
