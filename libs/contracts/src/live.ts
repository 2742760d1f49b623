import { z } from 'zod';

import { Match } from './football.js';
import { ID_PATTERN } from './ids.js';
import { LEAGUES } from './leagues.js';
import { ThreadRow } from './thread.js';
import { FanSummary } from './users.js';
import { Viewpoint } from './viewpoints.js';

export const NotificationKind = z.enum([
  'like',
  'comment',
  'follow',
  'story',
  'team',
  'report',
  'moderation',
  'quote',
  'match',
  'reply',
]);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** What a fan should know; `actors` holds the newest three of `count`. It is as old as what happened last. */
export const Notification = z
  .object({
    _id: z.string(),
    kind: NotificationKind,
    actors: z.array(FanSummary),
    count: z.int(),
    target: z.object({ type: z.string(), id: z.string() }),
    /** A comment on another fan's post that I had commented on before. */
    afterMine: z.boolean().optional(),
    /** What happened, where kind and target do not say it: the goal, the reason. */
    text: z.string().optional(),
    /** What it is about, in up to 140 code points; a reply to a story whole. */
    excerpt: z.string().optional(),
    /** The newest comment. */
    commentId: z.string().optional(),
    read: z.boolean(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof Notification>;

/** Which notifications were seen; all of them without `ids`. */
export const NotificationsRead = z
  .object({
    ids: z
      .array(z.string().regex(ID_PATTERN, 'ids must be ids of notifications').toLowerCase())
      .max(100, 'ids must be at most 100')
      .optional(),
  })
  .meta({ id: 'NotificationsRead' });
export type NotificationsRead = z.infer<typeof NotificationsRead>;

const Created = z.object({
  _id: z.string(),
  user: z.object({ _id: z.string(), username: z.string() }),
});

/** Data of live events, by event name. */
export const LiveEvents = z.object({
  'post.created': Created,
  'post.changed': z.object({
    _id: z.string(),
    likesCount: z.int(),
    commentsCount: z.int(),
    /** The votes of its poll. */
    votes: z.int().optional(),
    edited: z.boolean().optional(),
    deleted: z.boolean().optional(),
  }),
  'story.created': Created,
  'match.changed': z.object({ league: z.enum(LEAGUES), match: Match }),
  'viewpoint.changed': Viewpoint,
  /** Only on streams that watch the match. */
  'thread.row': z.object({ matchId: z.string(), row: ThreadRow }),
  notification: Notification,
});
export type LiveEvents = z.infer<typeof LiveEvents>;
export type LiveEventName = keyof LiveEvents;
