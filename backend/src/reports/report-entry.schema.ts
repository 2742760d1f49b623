import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** One fan's report within a case. */
export interface StoredReportEntry {
  _id: Types.ObjectId;
  caseId: Types.ObjectId;

  /** Absent once that fan has left KickOff: the case stays. */
  reporterId?: Types.ObjectId;
  reason: string;
  createdAt: Date;
}

export type ReportEntry = WithStringIds<StoredReportEntry>;

export const reportEntriesCollection = defineCollection<StoredReportEntry>('report_entries')
  // One report a fan and case; also the case's reports for the queue.
  .index(
    { caseId: 1, reporterId: 1 },
    { unique: true, partialFilterExpression: { reporterId: { $exists: true } } },
  )
  // A case's reports, those of fans who left among them.
  .index({ caseId: 1, _id: 1 })
  // What one fan has reported: for the export, and when that fan leaves.
  .index({ reporterId: 1, _id: 1 });
