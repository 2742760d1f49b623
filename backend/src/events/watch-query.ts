import { MAX_WATCHED_MATCHES } from '@kickoff/contracts';

import { InvalidInput } from '../common/errors/coded-errors.js';

/** Pattern of a parameter `watch`. The API description repeats it. */
export const WATCH = /^match:(.{1,200})$/;
const MALFORMED = 'watch must be match: and the id of a match';

/**
 * Returns the ids of matches in the parameters `watch` of a request.
 *
 * @param watch one or several of the form `match:{id}`
 * @throws InvalidInput for another form or too many
 */
export function parseWatch(watch: unknown): string[] {
  const values: unknown[] = watch === undefined ? [] : Array.isArray(watch) ? watch : [watch];
  if (values.length > MAX_WATCHED_MATCHES) {
    throw InvalidInput.in('watch', `watch can name at most ${MAX_WATCHED_MATCHES} matches`);
  }
  return values.map((value) => {
    const id = typeof value === 'string' ? WATCH.exec(value)?.[1] : undefined;
    if (id === undefined) throw InvalidInput.in('watch', MALFORMED);
    return id;
  });
}
