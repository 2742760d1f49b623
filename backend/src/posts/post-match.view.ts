import type { PostMatch } from '@kickoff/contracts';

import type { PostDocument } from './post.schema.js';

/** Converts the match of a post, without the time of its author's moment. */
export function toPostMatch({
  id,
  league,
  homeTeam,
  awayTeam,
  minute,
}: NonNullable<PostDocument['match']>): PostMatch {
  return { id, league, homeTeam, awayTeam, ...(minute === undefined ? {} : { minute }) };
}
