import type { CaseAction, CaseTarget } from '@kickoff/contracts';
import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** An admin, as they were called then. */
export interface AdminRef {
  _id: string;
  username: string;
}

/** What the reported thing was at its first report, so that it can be judged after it was changed. */
export interface ReportSnapshot {
  username: string;
  text: string;
  /** Addresses of pictures and videos, as the contract writes them. */
  media: string[];
}

/**
 * One case before the admins: everything that was reported of one target until
 * a decision, or the appeal of a suspended fan, who is its target then. Who
 * reported or appealed, and with which words, stands in `report_entries`.
 */
export interface StoredReport {
  _id: Types.ObjectId;
  targetType: CaseTarget;
  targetId: Types.ObjectId;

  /** Whose the target is. */
  ownerId: Types.ObjectId;
  snapshot: ReportSnapshot;
  state: 'open' | 'closed';

  /** How many fans reported it. */
  count: number;

  /** Of an appeal: which suspension it is about. */
  suspendedAt?: Date;

  /** Who has taken it. */
  assignee?: AdminRef;

  /** Who is carrying a decision out, and since when: nobody else decides meanwhile. */
  deciding?: { by: string; since: Date };
  decision?: { action: CaseAction; note?: string; by: AdminRef; at: Date };
  createdAt: Date;
}

export type Report = WithStringIds<StoredReport>;

export const reportsCollection = defineCollection<StoredReport>('reports')
  // One open case a target; closed ones may be many.
  .index(
    { targetType: 1, targetId: 1 },
    { unique: true, partialFilterExpression: { state: 'open' } },
  )
  // One appeal a suspension, open or closed.
  .index(
    { targetId: 1, suspendedAt: 1 },
    { unique: true, partialFilterExpression: { suspendedAt: { $exists: true } } },
  )
  // The admins' queue, newest first: by state, all, and one admin's.
  .index({ state: 1, createdAt: -1, _id: -1 })
  .index({ createdAt: -1, _id: -1 })
  .index(
    { 'assignee._id': 1, createdAt: -1, _id: -1 },
    { partialFilterExpression: { 'assignee._id': { $exists: true } } },
  )
  // All cases about one fan's things, when that fan leaves.
  .index({ ownerId: 1 });
