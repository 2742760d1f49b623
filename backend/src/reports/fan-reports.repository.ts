import { ReportTarget } from '@kickoff/contracts';
import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toStringIds } from '../common/mongo/ids.js';
import { InjectCollection } from '../common/mongo/collections.js';
import { type StoredReportEntry, reportEntriesCollection } from './report-entry.schema.js';
import { type Report, type StoredReport, reportsCollection } from './report.schema.js';

/** A case with one of its reports. */
export interface ReportedCase {
  about: Report;
  reason: string;
  createdAt: Date;
}

/** Excludes appeals, which report nobody. */
const REPORTS = { targetType: { $in: ReportTarget.options } };

/** All database access of reports by or about one fan. */
@Injectable()
export class FanReportsRepository {
  constructor(
    @InjectCollection(reportsCollection) private readonly cases: Collection<StoredReport>,
    @InjectCollection(reportEntriesCollection)
    private readonly entries: Collection<StoredReportEntry>,
  ) {}

  /** Finds the owners of all reported content with an open case. */
  findOwnersOfOpen(): Promise<string[]> {
    return this.cases.distinct('ownerId', { state: 'open', ...REPORTS }).then(toStringIds);
  }

  /** Finds the newest cases about a fan and their content, each with its latest report. */
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

  /** Finds the newest reports by a fan, with their cases. */
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
