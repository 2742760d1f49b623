import type { AuditAction, AuditDetails, AuditTarget } from '@kickoff/contracts';
import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** One action of an admin, with the admin's name at that time. It outlives the admin. */
export interface StoredAuditEntry {
  _id: Types.ObjectId;
  at: Date;
  actor: { _id: string; username: string };
  action: AuditAction;
  targetType: AuditTarget;
  targetId: string;
  details?: AuditDetails;
}

export type AuditEntryDocument = WithStringIds<StoredAuditEntry>;

export const auditLogCollection = defineCollection<StoredAuditEntry>('audit_log')
  // The list, newest first, page by page; each further index serves one filter in the same order.
  .index({ at: -1, _id: -1 })
  .index({ 'actor._id': 1, at: -1, _id: -1 })
  .index({ 'actor.username': 1, at: -1, _id: -1 })
  .index({ action: 1, at: -1, _id: -1 })
  .index({ targetId: 1, at: -1, _id: -1 })
  .index({ targetType: 1, at: -1, _id: -1 });
