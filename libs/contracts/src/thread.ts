import { z } from 'zod';

import { LatestMatch } from './football.js';
import { pageQuery } from './paging.js';
import { Post } from './posts.js';
import { TimelineEntry } from './timeline.js';

/** Posts of everyone, or of the fans I follow and mine; entries always. */
export const ThreadQuery = z.object({
  ...pageQuery,
  order: z.enum(['newest', 'oldest'], 'order must be newest or oldest').default('newest'),
  scope: z.enum(['everyone', 'friends'], 'scope must be everyone or friends').default('everyone'),
});
export type ThreadQuery = z.infer<typeof ThreadQuery>;

/**
 * A post or an entry of the timeline at its moment: of a post `at`, by the clock of its author's
 * viewpoint; `cancelled` marks a goal that was taken back.
 */
export const ThreadRow = z
  .discriminatedUnion('kind', [
    z.object({
      minute: z.string().nullable(),
      kind: z.literal('post'),
      at: z.iso.datetime(),
      post: Post,
    }),
    z.object({
      minute: z.string().nullable(),
      kind: z.literal('entry'),
      entry: TimelineEntry.extend({ cancelled: z.literal(true).optional() }),
    }),
  ])
  .meta({ id: 'ThreadRow' });
export type ThreadRow = z.infer<typeof ThreadRow>;

/** The thread of a match; `closesAt` once the entry that closes it is seen. */
export const MatchThread = z
  .object({
    match: LatestMatch,
    state: z.enum(['before', 'open', 'closed']),
    opensAt: z.iso.datetime(),
    closesAt: z.iso.datetime().optional(),
    rows: z.array(ThreadRow),
  })
  .meta({ id: 'MatchThread' });
export type MatchThread = z.infer<typeof MatchThread>;
