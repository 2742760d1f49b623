import { z } from 'zod';

import { Login } from './auth.js';
import { notBlank } from './described.js';
import { MODERATION_NOTE_MAX_LENGTH } from './limits.js';
import { pageQuery } from './paging.js';
import { ReportTarget } from './reports.js';
import { suspensionEnd } from './suspensions.js';
import { plainText } from './text.js';

const Person = z.object({ _id: z.string(), username: z.string() });

/** What a case of the admins' queue is about; an appeal's target is the fan who appeals. */
export const CaseTarget = z.enum([...ReportTarget.options, 'appeal']);
export type CaseTarget = z.infer<typeof CaseTarget>;

/** How a case of reports ends (dismiss, remove the content, suspend its author), and an appeal. */
export const CASE_ACTIONS = ['dismiss', 'remove', 'suspend', 'restore', 'keep'] as const;
export type CaseAction = (typeof CASE_ACTIONS)[number];

/**
 * One case of the admins' queue: all that was reported of one target. `reports`
 * holds the newest 20, `count` is exact; the snapshot is what its first reporter saw.
 * Of an appeal, `snapshot.text` is the suspension's reason and the one report's
 * `reason` what the fan says.
 */
export const ReportCase = z
  .object({
    _id: z.string(),
    targetType: CaseTarget,
    targetId: z.string(),
    /** Whose the target is; absent once that fan has left. */
    owner: Person.optional(),
    /** `media` are paths that, put behind /api/uploads/, fetch the file. */
    snapshot: z.object({ username: z.string(), text: z.string(), media: z.array(z.string()) }),
    count: z.number(),
    reports: z.array(
      z.object({
        /** Absent once that fan has left. */
        reporter: Person.optional(),
        reason: z.string(),
        createdAt: z.iso.datetime(),
      }),
    ),
    state: z.enum(['open', 'closed']),
    createdAt: z.iso.datetime(),
    assignee: Person.optional(),
    decision: z
      .object({
        action: z.enum(CASE_ACTIONS),
        note: z.string().optional(),
        by: Person,
        at: z.iso.datetime(),
      })
      .optional(),
  })
  .meta({ id: 'ReportCase' });
export type ReportCase = z.infer<typeof ReportCase>;

export const ReportsQuery = z.object({
  ...pageQuery,
  state: z.enum(['open', 'closed'], 'state must be open or closed').optional(),
  /** Only cases that the asking admin has taken. */
  mine: z.literal('true', 'mine must be true').optional(),
});
export type ReportsQuery = z.infer<typeof ReportsQuery>;

/**
 * Reports take `dismiss`, `remove` or `suspend`; an appeal takes `restore` or
 * `keep`. The note of a removal or a suspension is the reason that the author
 * reads; any other stays among admins. A suspension ends at `until`, if it is given.
 */
export const CaseDecision = z
  .object({
    action: z.enum(CASE_ACTIONS, 'action must be dismiss, remove, suspend, restore or keep'),
    note: plainText('Note', MODERATION_NOTE_MAX_LENGTH).optional(),
    until: suspensionEnd,
  })
  .refine(({ action, until }) => until === undefined || action === 'suspend', {
    path: ['until'],
    error: 'Only a suspension can end by itself',
  })
  .meta({ id: 'CaseDecision' });
export type CaseDecision = z.infer<typeof CaseDecision>;

/** A suspended fan has no session: the login proves who appeals. */
export const NewAppeal = Login.extend({
  text: plainText('Appeal', MODERATION_NOTE_MAX_LENGTH).meta(notBlank),
}).meta({ id: 'NewAppeal' });
export type NewAppeal = z.infer<typeof NewAppeal>;
