import { z } from 'zod';

import { LeagueSummary, Team } from './football.js';
import { pageQuery } from './paging.js';
import { FanSearch, FoundFan } from './people.js';
import { Post } from './posts.js';

export const SEARCH_TYPES = ['fans', 'teams', 'leagues', 'posts'] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

/** Without `type` at most five of each kind are found; `limit` and `cursor` belong to one kind. */
export const SearchQuery = FanSearch.extend({
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
