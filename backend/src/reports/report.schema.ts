import type { CaseAction, CaseTarget } from '@kickoff/contracts';
import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** An admin, as they were called then. */
export interface AdminRef {
  _id: string;
  username: string;
}

/** The reported content at its first report, so that it can be judged after a change. */
export interface ReportSnapshot {
  username: string;
  text: string;
  /** Addresses of pictures and videos, as the contract writes them. */
  media: string[];
}

/**
 * One case: all reports about one target until a decision, or the appeal of a suspended fan, who is
 * then the target. Reporters, appellants and their texts are in `report_entries`.
 */
export interface StoredReport {
  _id: Types.ObjectId;
  targetType: CaseTarget;
  targetId: Types.ObjectId;

  /** Owner of the target. */
  ownerId: Types.ObjectId;
  snapshot: ReportSnapshot;
  state: 'open' | 'closed';

  /** Number of fans who reported it. */
  count: number;

  /** For an appeal: the start of the suspension. */
  suspendedAt?: Date;

  /** The admin who is assigned. */
  assignee?: AdminRef;

  /** The claim of the admin who decides, and since when: nobody else can decide then. */
  deciding?: { by: string; since: Date };
  decision?: { action: CaseAction; note?: string; by: AdminRef; at: Date };
  createdAt: Date;
}

export type Report = WithStringIds<StoredReport>;

export const reportsCollection = defineCollection<StoredReport>('reports')
  // One open case per target; there may be several closed ones.
  .index(
    { targetType: 1, targetId: 1 },
    { unique: true, partialFilterExpression: { state: 'open' } },
  )
  // One appeal per suspension, open or closed.
  .index(
    { targetId: 1, suspendedAt: 1 },
    { unique: true, partialFilterExpression: { suspendedAt: { $exists: true } } },
  )
  // The admins' queue, newest first: by state, all, and by assignee.
  .index({ state: 1, createdAt: -1, _id: -1 })
  .index({ createdAt: -1, _id: -1 })
  .index(
    { 'assignee._id': 1, createdAt: -1, _id: -1 },
    { partialFilterExpression: { 'assignee._id': { $exists: true } } },
  )
  // All cases about one fan's content, for account removal.
  .index({ ownerId: 1 });
