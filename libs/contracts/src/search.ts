import { z } from 'zod';

import { codePointLength } from './code-points.js';
import { length } from './described.js';
import { LeagueSummary, Team } from './football.js';
import { SEARCH_LENGTH } from './limits.js';
import { pageQuery } from './paging.js';
import { FoundFan } from './people.js';
import { Post } from './posts.js';

export const SEARCH_TYPES = ['fans', 'teams', 'leagues', 'posts'] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

/** Without `type` at most five of each kind are found; `limit` and `cursor` belong to one kind. */
export const SearchQuery = z.object({
  q: z
    .string('q must be text')
    .overwrite((q) => q.trim())
    .refine(
      (q) => codePointLength(q) <= SEARCH_LENGTH.max,
      `q must be at most ${SEARCH_LENGTH.max} characters long`,
    )
    .meta(length({ max: SEARCH_LENGTH.max }))
    .default(''),
  type: z.enum(SEARCH_TYPES, 'type must be fans, teams, leagues or posts').optional(),
  ...pageQuery,
});
export type SearchQuery = z.infer<typeof SearchQuery>;

export const SearchResults = z
  .object({
    fans: z.array(FoundFan),
    teams: z.array(Team),
    leagues: z.array(LeagueSummary),
    posts: z.array(Post),
  })
  .meta({ id: 'SearchResults' });
export type SearchResults = z.infer<typeof SearchResults>;

/** Some of each kind, or with `type` a page of one. */
export const SearchAnswer = z
  .union([SearchResults, z.array(z.union([FoundFan, Team, LeagueSummary, Post]))])
  .meta({ id: 'SearchAnswer' });
export type SearchAnswer = z.infer<typeof SearchAnswer>;
