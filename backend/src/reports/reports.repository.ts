import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toObjectIds, toStringIds, withObjectIds } from '../common/mongo/ids.js';
import { InjectCollection } from '../common/mongo/collections.js';
import { isDuplicateKey } from '../common/mongo/database-away.js';
import {
  type ReportEntry,
  type StoredReportEntry,
  reportEntriesCollection,
} from './report-entry.schema.js';
import { type Report, type StoredReport, reportsCollection } from './report.schema.js';

/** Rows taken away in one go. */
const BATCH = 500;

/** All database access of reports. */
@Injectable()
export class ReportsRepository {
  constructor(
    @InjectCollection(reportsCollection) private readonly cases: Collection<StoredReport>,
    @InjectCollection(reportEntriesCollection)
    private readonly entries: Collection<StoredReportEntry>,
  ) {}

  /** The open case about a target; without one this becomes it. */
  async openCase(fresh: Report): Promise<Report> {
    const { targetType, targetId, state, ...rest } = withObjectIds(
      fresh,
      '_id',
      'targetId',
      'ownerId',
    );
    const find = () =>
      this.cases.findOneAndUpdate(
        { targetType, targetId, state },
        { $setOnInsert: rest },
        { upsert: true, returnDocument: 'after' },
      );
    const found = await find().catch((error: unknown) => {
      // Two first reports met: the case exists by now.
      if (isDuplicateKey(error)) return find();
      throw error;
    });
    if (!found) throw new Error('An upsert gave no case');
    return toStringIds(found);
  }

  async findOpenTargets(targetType: Report['targetType']): Promise<string[]> {
    const cases = await this.cases
      .find<Pick<StoredReport, 'targetId'>>(
        { targetType, state: 'open' },
        { projection: { _id: 0, targetId: 1 }, batchSize: BATCH },
      )
      .toArray();
    return cases.map(({ targetId }) => targetId.toString());
  }

  /** Stores a report; false where the fan has one in this case, or this very one is there already. */
  async insertEntry(entry: ReportEntry): Promise<boolean> {
    try {
      await this.entries.insertOne(withObjectIds(entry, '_id', 'caseId', 'reporterId'));
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  findEntry(id: string): Promise<ReportEntry | null> {
    return this.entries.findOne({ _id: new Types.ObjectId(id) }).then(toStringIds);
  }

  findEntryOf(caseId: string, reporterId: string): Promise<ReportEntry | null> {
    return this.entries
      .findOne(withObjectIds({ caseId, reporterId }, 'caseId', 'reporterId'))
      .then(toStringIds);
  }

  /** Counts a case anew. Reports never leave a case, so a smaller count is an older one. */
  async recount(id: string): Promise<void> {
    const caseId = new Types.ObjectId(id);
    const count = await this.entries.countDocuments({ caseId });
    await this.cases.updateOne({ _id: caseId }, { $max: { count } });
  }

  /** What a fan has reported, oldest first, with its cases. */
  async *entriesBy(reporterId: string): AsyncGenerator<{ entry: ReportEntry; about: Report }> {
    const cursor = this.entries
      .find({ reporterId: new Types.ObjectId(reporterId) }, { sort: { _id: 1 } })
      .batchSize(BATCH);
    for await (const entry of cursor) {
      const about = await this.cases.findOne({ _id: entry.caseId });
      if (about) yield toStringIds({ entry, about });
    }
  }

  /** Takes a fan's name off the reports that fan made. */
  async forgetReporter(reporterId: string): Promise<void> {
    await this.entries.updateMany(
      { reporterId: new Types.ObjectId(reporterId) },
      { $unset: { reporterId: 1 } },
    );
  }

  /** Which of these cases are open. */
  async findOpen(ids: readonly string[]): Promise<string[]> {
    const cases = await this.cases
      .find<Pick<StoredReport, '_id'>>(
        { _id: { $in: toObjectIds(ids) }, state: 'open' },
        { projection: { _id: 1 }, batchSize: BATCH },
      )
      .toArray();
    return cases.map(({ _id }) => _id.toString());
  }

  /** Some cases about a fan's things. */
  async findSomeAbout(ownerId: string): Promise<string[]> {
    const cases = await this.cases
      .find({ ownerId: new Types.ObjectId(ownerId) }, { projection: { _id: 1 }, limit: BATCH })
      .toArray();
    return cases.map(({ _id }) => _id.toString());
  }

  /** Takes cases away with their reports. */
  async removeCases(ids: readonly string[]): Promise<void> {
    // The cases last: killed in between, the next try still finds them.
    await this.entries.deleteMany({ caseId: { $in: toObjectIds(ids) } });
    await this.cases.deleteMany({ _id: { $in: toObjectIds(ids) } });
  }
}
