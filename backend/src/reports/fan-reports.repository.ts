import { ReportTarget } from '@kickoff/contracts';
import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toStringIds } from '../common/mongo/ids.js';
import { InjectCollection } from '../common/mongo/collections.js';
import { type StoredReportEntry, reportEntriesCollection } from './report-entry.schema.js';
import { type Report, type StoredReport, reportsCollection } from './report.schema.js';

/** A case, with what one of its reports says. */
export interface ReportedCase {
  about: Report;
  reason: string;
  createdAt: Date;
}

/** An appeal is a case of its own and reports nobody. */
const REPORTS = { targetType: { $in: ReportTarget.options } };

/** All database access of reports as they concern one fan. */
@Injectable()
export class FanReportsRepository {
  constructor(
    @InjectCollection(reportsCollection) private readonly cases: Collection<StoredReport>,
    @InjectCollection(reportEntriesCollection)
    private readonly entries: Collection<StoredReportEntry>,
  ) {}

  /** Whose things open cases are about. */
  findOwnersOfOpen(): Promise<string[]> {
    return this.cases.distinct('ownerId', { state: 'open', ...REPORTS }).then(toStringIds);
  }

  /** The newest cases about a fan and their things, each with what was written last. */
  async findAbout(ownerId: string, size: number): Promise<ReportedCase[]> {
    const cases = await this.cases
      .find(
        { ownerId: new Types.ObjectId(ownerId), ...REPORTS },
        { sort: { createdAt: -1 }, limit: size },
      )
      .toArray();
    return Promise.all(
      cases.map(async (about) => {
        const newest = await this.entries.findOne({ caseId: about._id }, { sort: { _id: -1 } });
        return {
          about: toStringIds(about),
          reason: newest?.reason ?? '',
          createdAt: about.createdAt,
        };
      }),
    );
  }

  /** The newest reports that a fan made, with their cases. */
  async findBy(reporterId: string, size: number): Promise<ReportedCase[]> {
    const entries = await this.entries
      .find({ reporterId: new Types.ObjectId(reporterId) }, { sort: { _id: -1 }, limit: size })
      .toArray();
    const cases = await this.cases
      .find({ _id: { $in: entries.map(({ caseId }) => caseId) } }, { batchSize: 1000 })
      .toArray();
    const byId = new Map(cases.map((about) => [about._id.toString(), about]));
    return entries.flatMap(({ caseId, reason, createdAt }) => {
      const about = byId.get(caseId.toString());
      return about ? [{ about: toStringIds(about), reason, createdAt }] : [];
    });
  }
}
