import { z } from 'zod';

import { fromMoment, toMoment } from './moments.js';
import { pageQuery } from './paging.js';

/** Every act of an admin that is on record. */
export const AUDIT_ACTIONS = [
  'admin.approve',
  'admin.remove',
  'admin.withdraw',
  'announcement.create',
  'announcement.delete',
  'appeal.keep',
  'appeal.restore',
  'audit-log.export',
  'football.refresh',
  'post.remove',
  'post.restore',
  'rehearsal.create',
  'rehearsal.delete',
  'remote.rollback',
  'report.assign',
  'report.dismiss',
  'report.release',
  'report.remove',
  'report.suspend',
  'user.delete',
  'user.note',
  'user.restore',
  'user.suspend',
  'users.export',
] as const;
export const AuditAction = z.enum(AUDIT_ACTIONS, 'action is not a kind of entry');
export type AuditAction = z.infer<typeof AuditAction>;

/** What an act was done to; a list has no single target, so its `targetId` is empty. */
export const AUDIT_TARGETS = [
  'admin',
  'announcement',
  'audit-log',
  'league',
  'post',
  'rehearsal',
  'remote',
  'report',
  'user',
  'users',
] as const;
export const AuditTarget = z.enum(AUDIT_TARGETS);
export type AuditTarget = z.infer<typeof AuditTarget>;

/** Facts beside an act: ids, reasons, filters. Never a secret, nor a fan's name or address. */
export const AuditDetails = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
export type AuditDetails = z.infer<typeof AuditDetails>;

export const AuditEntry = z
  .object({
    _id: z.string(),
    at: z.iso.datetime(),
    actor: z.object({ _id: z.string(), username: z.string() }),
    action: AuditAction,
    targetType: AuditTarget,
    targetId: z.string(),
    /** The target as it is now: its name, and the first 140 code points of its text. */
    target: z.object({ name: z.string().optional(), excerpt: z.string().optional() }).optional(),
    details: AuditDetails.optional(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

const word = (name: string) =>
  z.string(`${name} must be text`).max(100, `${name} is too long`).optional();

export const AuditLogQuery = z.object({
  ...pageQuery,
  /** An admin's name or id. */
  actor: word('actor'),
  action: AuditAction.optional(),
  /** A target's id, or a kind of target. */
  target: word('target'),
  from: fromMoment('from'),
  to: toMoment('to'),
  format: z.literal('csv', 'format must be csv').optional(),
});
export type AuditLogQuery = z.infer<typeof AuditLogQuery>;
