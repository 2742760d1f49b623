import { z } from 'zod';

import { isBlank } from './code-points.js';
import { integer, notBlank } from './described.js';
import { ID_PATTERN } from './ids.js';
import { BULK_PAGE_MAX, MODERATION_NOTE_MAX_LENGTH, SEARCH_LENGTH } from './limits.js';
import { CaseTarget } from './moderation.js';
import { fromMoment, toMoment } from './moments.js';
import { pageQuery } from './paging.js';
import { suspensionEnd } from './suspensions.js';
import { plainText } from './text.js';

/** What the list of fans can be sorted by; a `-` before it turns the order round. */
export const FAN_SORTS = [
  'createdAt',
  'lastSeenAt',
  'username',
  'email',
  'phone',
  'postsCount',
  'userId',
] as const;
export type FanSort = (typeof FAN_SORTS)[number];

export const FanStatus = z.enum(['active', 'suspended'], 'status must be active or suspended');
export type FanStatus = z.infer<typeof FanStatus>;

/** A fan in the admins' list. */
export const AdminFanRow = z
  .object({
    _id: z.string(),
    /** Whole number in order of registration from 1001, never used again. */
    userId: z.number(),
    username: z.string(),
    email: z.string(),
    phone: z.string(),
    createdAt: z.iso.datetime(),
    /** Absent until the first login. */
    lastSeenAt: z.iso.datetime().optional(),
    status: FanStatus,
    postsCount: z.number(),
  })
  .meta({ id: 'AdminFan' });
export type AdminFanRow = z.infer<typeof AdminFanRow>;

const truth = (name: string) =>
  z
    .enum(['true', 'false'], `${name} must be true or false`)
    .transform((text) => text === 'true')
    .optional();
const seenRange = 'lastSeenDays must be a whole number from 1 to 365';

const lastSeenDays = z
  .string(seenRange)
  .regex(/^\d{1,3}$/, seenRange)
  .transform(Number)
  .refine((days) => days >= 1 && days <= 365, seenRange);

/** Which fans are meant: all without a filter, else those whom every given one lets pass. */
const fanFilter = (days: typeof lastSeenDays) => ({
  /** Part of the id, the name, the email or the phone number; one character alone finds nobody. */
  q: plainText('q', SEARCH_LENGTH.max).optional(),
  status: FanStatus.optional(),
  /** A day in UTC or a moment; both ends belong to the span. */
  joinedFrom: fromMoment('joinedFrom'),
  joinedTo: toMoment('joinedTo'),
  /** Seen within so many days of 24 hours. */
  lastSeenDays: days.optional(),
  hasPosts: truth('hasPosts'),
  /** Whether an open report is about the fan or something of theirs; only true can be asked for. */
  reported: z
    .literal('true', 'reported must be true')
    .transform(() => true)
    .optional(),
});

/** The number of days as text, in a body too. */
const daysAsText = lastSeenDays.meta({
  pattern: '^(0{0,2}[1-9]|0?[1-9][0-9]|[12][0-9]{2}|3[0-5][0-9]|36[0-5])$',
});

export const FanFilter = z
  .object(fanFilter(daysAsText), 'filter must be an object')
  .meta({ id: 'FanFilter' });
export type FanFilter = z.infer<typeof FanFilter>;

const sorts = [...FAN_SORTS, ...FAN_SORTS.map((sort) => `-${sort}` as const)];
export const AdminFansQuery = z.object({
  ...fanFilter(lastSeenDays.meta(integer(1, 365))),
  sort: z
    .enum(sorts, `sort must be one of ${FAN_SORTS.join(', ')}, with - for descending`)
    .default('-createdAt'),
  ...pageQuery,
  /** Longer than elsewhere: it holds the last row's name or email. */
  cursor: z.string('cursor must be text').max(4_000, 'cursor is not valid').optional(),
  /** All that match, in the same order, as a file of comma-separated values. */
  format: z.literal('csv', 'format must be csv').optional(),
});
export type AdminFansQuery = z.infer<typeof AdminFansQuery>;

/** A report in which a fan has a part. */
export const FanReport = z
  .object({
    /** The case in the queue. */
    _id: z.string(),
    targetType: CaseTarget,
    targetId: z.string(),
    /** What this fan wrote, or the newest that was written about this fan. */
    reason: z.string(),
    state: z.enum(['open', 'closed']),
    /** How many fans reported the same. */
    count: z.number(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'FanReport' });
export type FanReport = z.infer<typeof FanReport>;

/** What admins write down about a fan, for each other. */
export const FanNote = z
  .object({
    _id: z.string(),
    author: z.object({ _id: z.string(), username: z.string() }),
    text: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'FanNote' });
export type FanNote = z.infer<typeof FanNote>;

export const NewFanNote = z
  .object({
    text: plainText('A note', MODERATION_NOTE_MAX_LENGTH)
      .refine((text) => !isBlank(text), 'A note needs text')
      .meta(notBlank),
  })
  .meta({ id: 'NewFanNote' });
export type NewFanNote = z.infer<typeof NewFanNote>;

/** Why a fan may not come in, and until when where it ends by itself. */
export const Suspension = z.object({
  reason: z.string(),
  at: z.iso.datetime().optional(),
  until: z.iso.datetime().optional(),
});
export type Suspension = z.infer<typeof Suspension>;

/** One fan on one page: the row and all that an admin has to know to decide. */
export const AdminFanPage = AdminFanRow.extend({
  fav_team1: z.string(),
  fav_player: z.string(),
  profilePicture: z.string(),
  suspension: Suspension.optional(),
  counts: z.object({
    posts: z.number(),
    comments: z.number(),
    likes: z.number(),
    friends: z.number(),
    followers: z.number(),
  }),
  /** Newest first, at most 100 each. */
  reportsBy: z.array(FanReport),
  reportsAgainst: z.array(FanReport),
  notes: z.array(FanNote),
  sessions: z.array(
    z.object({
      _id: z.string(),
      createdAt: z.iso.datetime(),
      lastSeenAt: z.iso.datetime(),
      device: z.string(),
    }),
  ),
}).meta({ id: 'AdminFanPage' });
export type AdminFanPage = z.infer<typeof AdminFanPage>;

const suspensionReason = plainText('Reason', MODERATION_NOTE_MAX_LENGTH)
  .refine((text) => !isBlank(text), 'A suspension needs a reason')
  .meta(notBlank);

/** Suspends a fan, permanently or until a time. */
export const SuspendFan = z
  .object({ reason: suspensionReason, until: suspensionEnd })
  .meta({ id: 'SuspendFan' });
export type SuspendFan = z.infer<typeof SuspendFan>;

export const BulkAction = z.enum(
  ['suspend', 'restore', 'delete'],
  'action must be suspend, restore or delete',
);
export type BulkAction = z.infer<typeof BulkAction>;

const selected = `ids must be a list of 1 to ${BULK_PAGE_MAX} ids`;
/** What would be done to whom: to these fans, or to all whom a filter finds now. */
export const BulkPreviewRequest = z
  .object({
    action: BulkAction,
    ids: z
      .array(
        z.string('an id must be text').regex(ID_PATTERN, 'an id is 24 hex digits').toLowerCase(),
        selected,
      )
      .min(1, selected)
      .max(BULK_PAGE_MAX, selected)
      .optional(),
    filter: FanFilter.optional(),
  })
  .refine(
    ({ ids, filter }) => (ids === undefined) !== (filter === undefined),
    'Either ids or a filter says who is meant',
  )
  .meta({ id: 'BulkPreviewRequest', oneOf: [{ required: ['ids'] }, { required: ['filter'] }] });
export type BulkPreviewRequest = z.infer<typeof BulkPreviewRequest>;
/** The same as a page sends it: a filter's values are texts, as in the list's address. */
export type BulkPreviewForm = z.input<typeof BulkPreviewRequest>;

/** The previewed effect. Running the action affects exactly these fans. */
export const BulkPreview = z
  .object({
    /** To be sent with the act; good for an hour. */
    _id: z.string(),
    action: BulkAction,
    /** How many are meant, and for how many of them it changes something. */
    selected: z.number(),
    affected: z.number(),
    /** What is theirs and goes with a deletion, or stays otherwise. */
    posts: z.number(),
    /** Open logins that end. */
    sessions: z.number(),
    /** The first few of those affected by name. */
    names: z.array(z.string()),
  })
  .meta({ id: 'BulkPreview' });
export type BulkPreview = z.infer<typeof BulkPreview>;

/** Acts on a preview, once however often it is sent; a suspension needs its reason. */
export const BulkAct = z
  .object({
    previewId: z
      .string('previewId must be text')
      .regex(ID_PATTERN, 'previewId is the _id of a preview')
      .toLowerCase(),
    reason: suspensionReason.optional(),
    until: suspensionEnd,
  })
  .meta({ id: 'BulkAct' });
export type BulkAct = z.infer<typeof BulkAct>;

/** How far a bulk act is. */
export const BulkProgress = z
  .object({
    _id: z.string(),
    action: BulkAction,
    state: z.enum(['running', 'done']),
    total: z.number(),
    /** How many are behind it, those skipped and failed among them. */
    done: z.number(),
    /** How many had gone or changed meanwhile, so that there was nothing to do. */
    skipped: z.number(),
    /** With how many it failed, so that they are as they were. */
    failed: z.number(),
  })
  .meta({ id: 'BulkProgress' });
export type BulkProgress = z.infer<typeof BulkProgress>;
