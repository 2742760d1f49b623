import type { AuditEntry } from '@kickoff/contracts';

import type { AuditEntryDocument } from './audit-entry.schema.js';

export const AUDIT_COLUMNS = [
  'at',
  'actorId',
  'actor',
  'action',
  'targetType',
  'targetId',
  'details',
];

export function toAuditAnswer({ _id, at, details, ...entry }: AuditEntryDocument): AuditEntry {
  return {
    _id,
    at: at.toISOString(),
    actor: entry.actor,
    action: entry.action,
    targetType: entry.targetType,
    targetId: entry.targetId,
    ...(details ? { details } : {}),
  };
}

/** The cells of an entry, in the order of the columns. */
export function toAuditCells({
  at,
  actor,
  action,
  targetType,
  targetId,
  details,
}: AuditEntryDocument) {
  return [
    at.toISOString(),
    actor._id,
    actor.username,
    action,
    targetType,
    targetId,
    details ? JSON.stringify(details) : '',
  ];
}
