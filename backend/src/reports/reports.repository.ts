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

/** Batch size of deletions. */
const BATCH = 500;

/** All database access of reports. */
@Injectable()
export class ReportsRepository {
  constructor(
    @InjectCollection(reportsCollection) private readonly cases: Collection<StoredReport>,
    @InjectCollection(reportEntriesCollection)
    private readonly entries: Collection<StoredReportEntry>,
  ) {}

  /** Returns the open case about a target; inserts `fresh` if there is none. */
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
      // A concurrent first report inserted the case.
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

  /** Inserts a report. Returns false if the fan has one in this case, or if it exists. */
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

  /** Recounts a case. Reports are never removed from a case, so a smaller count is an older one. */
  async recount(id: string): Promise<void> {
    const caseId = new Types.ObjectId(id);
    const count = await this.entries.countDocuments({ caseId });
    await this.cases.updateOne({ _id: caseId }, { $max: { count } });
  }

  /** Yields a fan's reports with their cases, oldest first. */
  async *entriesBy(reporterId: string): AsyncGenerator<{ entry: ReportEntry; about: Report }> {
    const cursor = this.entries
      .find({ reporterId: new Types.ObjectId(reporterId) }, { sort: { _id: 1 } })
      .batchSize(BATCH);
    for await (const entry of cursor) {
      const about = await this.cases.findOne({ _id: entry.caseId });
      if (about) yield toStringIds({ entry, about });
    }
  }

  /** Removes a fan's id from the reports by that fan. */
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

  /** Finds a batch of cases about a fan's content. */
  async findSomeAbout(ownerId: string): Promise<string[]> {
    const cases = await this.cases
      .find({ ownerId: new Types.ObjectId(ownerId) }, { projection: { _id: 1 }, limit: BATCH })
      .toArray();
    return cases.map(({ _id }) => _id.toString());
  }

  /** Deletes cases with their reports. */
  async removeCases(ids: readonly string[]): Promise<void> {
    // The cases last: after a crash in between, the retry still finds them.
    await this.entries.deleteMany({ caseId: { $in: toObjectIds(ids) } });
    await this.cases.deleteMany({ _id: { $in: toObjectIds(ids) } });
  }
}
