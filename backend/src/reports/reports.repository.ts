import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toObjectIds, toStringIds, withObjectIds } from '../common/mongo/ids.js';
import { InjectCollection } from '../common/mongo/collections.js';
import { isDuplicateKey } from '../common/mongo/database-away.js';
import { inTransaction } from '../common/mongo/transaction.js';
import {
  type ReportEntry,
  type StoredReportEntry,
  reportEntriesCollection,
} from './report-entry.schema.js';
import { type Report, type StoredReport, reportsCollection } from './report.schema.js';

/** Batch size of deletions. */
const BATCH = 500;
/** A case is inserted within this time after its id was made. */
const FILING_MS = 60_000;

/** All database access of reports. */
@Injectable()
export class ReportsRepository {
  constructor(
    @InjectCollection(reportsCollection) private readonly cases: Collection<StoredReport>,
    @InjectCollection(reportEntriesCollection)
    private readonly entries: Collection<StoredReportEntry>,
  ) {}

  /** Finds the open case about a target. */
  findOpenAbout(targetType: Report['targetType'], targetId: string): Promise<Report | null> {
    return this.cases
      .findOne({ targetType, targetId: new Types.ObjectId(targetId), state: 'open' })
      .then(toStringIds);
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

  /**
   * Inserts a report with its case, if that is new, and counts it there. Returns false, with nothing
   * written, if the report exists, if the fan has another one in this case, if the case is not open
   * any more, or if its target has another open one.
   */
  async insert(entry: ReportEntry, about: Report, isNewCase: boolean): Promise<boolean> {
    try {
      const isInserted = await inTransaction(async () => {
        if (isNewCase) {
          await this.cases.insertOne(withObjectIds(about, '_id', 'targetId', 'ownerId'));
        }
        await this.entries.insertOne(withObjectIds(entry, '_id', 'caseId', 'reporterId'));
        return (await this.countReport(about._id)) ? true : null;
      });
      return isInserted ?? false;
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

  /** Returns which of these ids are of open cases, or of cases that may yet be inserted. */
  async findOpenOrRecent(ids: readonly string[], now: Date): Promise<string[]> {
    const cases = await this.cases
      .find<Pick<StoredReport, '_id' | 'state'>>(
        { _id: { $in: toObjectIds(ids) } },
        { projection: { state: 1 }, batchSize: BATCH },
      )
      .toArray();
    const states = new Map(cases.map(({ _id, state }) => [_id.toString(), state]));
    return ids.filter((id) => {
      const state = states.get(id);
      return state === undefined ? isRecent(id, now) : state === 'open';
    });
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

  /** Counts one more report of a case. Returns false if it is not open. */
  private async countReport(id: string): Promise<boolean> {
    const { matchedCount } = await this.cases.updateOne(
      { _id: new Types.ObjectId(id), state: 'open' },
      { $inc: { count: 1 } },
    );
    return matchedCount === 1;
  }
}

/** Whether an id was made within `FILING_MS` of now, by the clock of any instance. */
function isRecent(id: string, now: Date): boolean {
  const madeAt = new Types.ObjectId(id).getTimestamp();
  return Math.abs(now.getTime() - madeAt.getTime()) < FILING_MS;
}
