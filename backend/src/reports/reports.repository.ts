import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { InjectCollection } from '../common/mongo/collections.js';
import { isDuplicateKey } from '../common/mongo/database-away.js';
import { type ReportEntry, reportEntriesCollection } from './report-entry.schema.js';
import { type Report, reportsCollection } from './report.schema.js';

/** Rows taken away in one go. */
const BATCH = 500;

/** All database access of reports. */
@Injectable()
export class ReportsRepository {
  constructor(
    @InjectCollection(reportsCollection) private readonly cases: Collection<Report>,
    @InjectCollection(reportEntriesCollection) private readonly entries: Collection<ReportEntry>,
  ) {}

  /** The open case about a target; without one this becomes it. */
  async openCase(fresh: Report): Promise<Report> {
    const { targetType, targetId, state, ...rest } = fresh;
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
    return found;
  }

  async findOpenTargets(targetType: Report['targetType']): Promise<string[]> {
    const cases = await this.cases
      .find<Pick<Report, 'targetId'>>(
        { targetType, state: 'open' },
        { projection: { _id: 0, targetId: 1 }, batchSize: BATCH },
      )
      .toArray();
    return cases.map(({ targetId }) => targetId.toString());
  }

  /** Stores a report; false where the fan has one in this case, or this very one is there already. */
  async insertEntry(entry: ReportEntry): Promise<boolean> {
    try {
      await this.entries.insertOne(entry);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  findEntry(id: Types.ObjectId): Promise<ReportEntry | null> {
    return this.entries.findOne({ _id: id });
  }

  findEntryOf(caseId: Types.ObjectId, reporterId: Types.ObjectId): Promise<ReportEntry | null> {
    return this.entries.findOne({ caseId, reporterId });
  }

  /** Counts a case anew. Reports never leave a case, so a smaller count is an older one. */
  async recount(caseId: Types.ObjectId): Promise<void> {
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
      if (about) yield { entry, about };
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
      .find<Pick<Report, '_id'>>(
        { _id: { $in: ids.map((id) => new Types.ObjectId(id)) }, state: 'open' },
        { projection: { _id: 1 }, batchSize: BATCH },
      )
      .toArray();
    return cases.map(({ _id }) => _id.toString());
  }

  /** Some cases about a fan's things. */
  async findSomeAbout(ownerId: string): Promise<Types.ObjectId[]> {
    const cases = await this.cases
      .find({ ownerId: new Types.ObjectId(ownerId) }, { projection: { _id: 1 }, limit: BATCH })
      .toArray();
    return cases.map(({ _id }) => _id);
  }

  /** Takes cases away with their reports. */
  async removeCases(ids: readonly Types.ObjectId[]): Promise<void> {
    // The cases last: killed in between, the next try still finds them.
    await this.entries.deleteMany({ caseId: { $in: [...ids] } });
    await this.cases.deleteMany({ _id: { $in: [...ids] } });
  }
}
