import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** One fan's report within a case. */
export interface StoredReportEntry {
  _id: Types.ObjectId;
  caseId: Types.ObjectId;

  /** Absent once that fan's account is removed: the case remains. */
  reporterId?: Types.ObjectId;
  reason: string;
  createdAt: Date;
}

export type ReportEntry = WithStringIds<StoredReportEntry>;

export const reportEntriesCollection = defineCollection<StoredReportEntry>('report_entries')
  // Unique per fan and case; also the reports of a case for the queue.
  .index(
    { caseId: 1, reporterId: 1 },
    { unique: true, partialFilterExpression: { reporterId: { $exists: true } } },
  )
  // All reports of a case, including those of removed accounts.
  .index({ caseId: 1, _id: 1 })
  // All reports by one fan, for export and removal.
  .index({ reporterId: 1, _id: 1 });
