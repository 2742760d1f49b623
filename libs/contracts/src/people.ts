import { z } from 'zod';

import { codePointLength } from './code-points.js';
import { integer, length } from './described.js';
import { DISMISSAL_DAYS, SEARCH_LENGTH } from './limits.js';
import { pageQuery } from './paging.js';
import { FanSummary } from './users.js';

/** What is searched for; shorter than two characters finds nobody, which is not a fault. */
export const FanSearch = z.object({
  q: z
    .string('q must be text')
    .refine(
      (q) => codePointLength(q) <= SEARCH_LENGTH.max,
      `q must be at most ${SEARCH_LENGTH.max} characters long`,
    )
    .meta(length({ max: SEARCH_LENGTH.max }))
    .default(''),
});
export type FanSearch = z.infer<typeof FanSearch>;

export const FoundFan = FanSummary.extend({ following: z.boolean() }).meta({ id: 'FoundFan' });
export type FoundFan = z.infer<typeof FoundFan>;

/** A followed fan; `followsBack` if mutual. */
export const ConnectedFriend = FanSummary.extend({ followsBack: z.boolean() }).meta({
  id: 'ConnectedFriend',
});
export type ConnectedFriend = z.infer<typeof ConnectedFriend>;

/** A fan to follow; `reason` is a phrase such as 'Same team' or '3 friends in common'. */
export const FriendSuggestion = FanSummary.extend({
  reason: z.string().optional(),
  /** What they wrote, in up to 140 code points. */
  sample: z.string().optional(),
}).meta({ id: 'FriendSuggestion' });
export type FriendSuggestion = z.infer<typeof FriendSuggestion>;

/** How many fans to suggest; there is one page only. */
export const SuggestionsQuery = z.object({ limit: pageQuery.limit });
export type SuggestionsQuery = z.infer<typeof SuggestionsQuery>;

/** Another fan as I may see them; contact data is absent where its owner hides it. */
export const FriendProfile = z
  .object({
    _id: z.string(),
    username: z.string(),
    email: z.string().optional(),
    phone: z.string().optional(),
    fav_team1: z.string(),
    fav_player: z.string(),
    profilePicture: z.string(),
    friendsCount: z.number(),
    followersCount: z.number(),
    postsCount: z.number(),
    createdAt: z.iso.datetime(),
    following: z.boolean(),
    /** Whether I have muted them; they do not know. */
    muted: z.boolean(),
  })
  .meta({ id: 'FriendProfile' });
export type FriendProfile = z.infer<typeof FriendProfile>;

export const Followed = z.object({ success: z.literal(true) }).meta({ id: 'Followed' });
export type Followed = z.infer<typeof Followed>;

/** A blocked, muted or dismissed fan, in the export of own data. */
export const MarkedFan = FanSummary.extend({
  kind: z.enum(['block', 'mute', 'dismissal']),
  /** When a dismissal ends; absent for one without end. */
  until: z.iso.datetime().optional(),
}).meta({ id: 'MarkedFan' });
export type MarkedFan = z.infer<typeof MarkedFan>;

const days = `days must be a whole number from ${DISMISSAL_DAYS.min} to ${DISMISSAL_DAYS.max}`;

/** For how long a suggestion is put away; for good without `days`. */
export const DismissalQuery = z.object({
  days: z
    .string(days)
    .regex(/^\d{1,3}$/, days)
    .transform(Number)
    .refine((count) => count >= DISMISSAL_DAYS.min && count <= DISMISSAL_DAYS.max, days)
    .meta(integer(DISMISSAL_DAYS.min, DISMISSAL_DAYS.max))
    .optional(),
});
export type DismissalQuery = z.infer<typeof DismissalQuery>;
