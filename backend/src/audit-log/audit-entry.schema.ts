import type { AuditAction, AuditDetails, AuditTarget } from '@kickoff/contracts';
import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';

/** One act of an admin. Names whom it was done by as they were called then; it outlives them. */
export interface AuditEntryDocument {
  _id: Types.ObjectId;
  at: Date;
  actor: { _id: string; username: string };
  action: AuditAction;
  targetType: AuditTarget;
  targetId: string;
  details?: AuditDetails;
}

export const auditLogCollection = defineCollection<AuditEntryDocument>('audit_log')
  // The list, newest first, page by page; each further index serves one filter in the same order.
  .index({ at: -1, _id: -1 })
  .index({ 'actor._id': 1, at: -1, _id: -1 })
  .index({ 'actor.username': 1, at: -1, _id: -1 })
  .index({ action: 1, at: -1, _id: -1 })
  .index({ targetId: 1, at: -1, _id: -1 })
  .index({ targetType: 1, at: -1, _id: -1 });
