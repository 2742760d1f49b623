import { z } from 'zod';

import { GoalCount, LatestMatch, MatchStatus } from './football.js';

/** What an entry of a match's timeline states. */
export const TimelineEntryKind = z.enum([
  'kick_off',
  'goal',
  'goal_cancelled',
  'half_time',
  'second_half',
  'extra_time',
  'penalties',
  'full_time',
  'postponed',
  'suspended',
  'resumed',
  'cancelled',
  'rescheduled',
  'correction',
  'data_lost',
  'data_back',
]);
export type TimelineEntryKind = z.infer<typeof TimelineEntryKind>;

/**
 * One entry of a match's timeline, which never changes. `minute` is the clock of the match as text
 * (`67`, `45+2`, `HT`, `FT`), null before kick-off and absent where it is unknown; `score` is the one
 * after the entry.
 */
export const TimelineEntry = z
  .object({
    /** Counts from 1 without gaps. */
    seq: z.int(),
    /** When the server learned of it; never earlier than the entry before. */
    at: z.iso.datetime(),
    kind: TimelineEntryKind,
    minute: z.string().nullable().optional(),
    /** The minute is computed from the kick-off, because the source has none. */
    estimated: z.literal(true).optional(),
    team: z.enum(['home', 'away']).optional(),
    player: z.object({ name: z.string() }).optional(),
    score: GoalCount.optional(),
    /** `seq` of the goal that a `goal_cancelled` takes back. */
    cancels: z.int().optional(),
    /** The status after an entry whose kind does not imply it. */
    status: MatchStatus.optional(),
    utcDate: z.iso.datetime().optional(),
  })
  .meta({ id: 'TimelineEntry' });
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** A match and all that happened in it, oldest first. */
export const MatchTimeline = z
  .object({ match: LatestMatch, entries: z.array(TimelineEntry) })
  .meta({ id: 'MatchTimeline' });
export type MatchTimeline = z.infer<typeof MatchTimeline>;

/** The same for admins: `lagMs` is the time by which the server learned of it later than its provider. */
export const AdminMatchTimeline = MatchTimeline.extend({
  entries: z.array(TimelineEntry.extend({ lagMs: z.int().optional() })),
}).meta({ id: 'AdminMatchTimeline' });
export type AdminMatchTimeline = z.infer<typeof AdminMatchTimeline>;
