import { Injectable } from '@nestjs/common';
import { type Collection, mongo, Types } from 'mongoose';

import { countAll } from '../common/mongo/count-all.js';
import { toObjectIds, toStringIds, withObjectIds } from '../common/mongo/ids.js';
import { keyset } from '../common/mongo/keyset.js';
import { InjectCollection } from '../common/mongo/collections.js';
import type { Position } from '../common/http/cursors.js';
import type { PageRows } from '../common/http/page.js';
import { isDuplicateKey } from '../common/mongo/database-away.js';
import { readPage } from '../common/mongo/read-page.js';
import { inTransaction } from '../common/mongo/transaction.js';
import {
  type ReportEntry,
  type StoredReportEntry,
  reportEntriesCollection,
} from './report-entry.schema.js';
import {
  type AdminRef,
  type Report,
  type StoredReport,
  reportsCollection,
} from './report.schema.js';

/** Filters of cases; an absent field does not restrict. */
export interface QueueFilter {
  state?: Report['state'] | undefined;
  /** The admin who is assigned. */
  assigneeId?: string | undefined;
}

/** Batch size of a cursor. */
const BATCH = 101;

/** All database access of the admins' queue of cases. */
@Injectable()
export class ReportQueueRepository {
  constructor(
    @InjectCollection(reportsCollection) private readonly cases: Collection<StoredReport>,
    @InjectCollection(reportEntriesCollection)
    private readonly entries: Collection<StoredReportEntry>,
  ) {}

  count(filter: QueueFilter): Promise<number> {
    const question = toMongoFilter(filter);
    return Object.keys(question).length === 0
      ? countAll(this.cases)
      : this.cases.countDocuments(question);
  }

  /** Finds cases after a position, newest first. */
  async findPage(filter: QueueFilter, size: number, after?: Position): Promise<PageRows<Report>> {
    const cases = this.cases.find(
      { $and: [toMongoFilter(filter), keyset(after)] },
      { sort: { createdAt: -1, _id: -1 }, limit: size + 1, batchSize: BATCH },
    );
    return toStringIds(await readPage(cases, { size }, mongo.BSON.calculateObjectSize));
  }

  find(id: string): Promise<Report | null> {
    return this.cases.findOne({ _id: new Types.ObjectId(id) }).then(toStringIds);
  }

  /** The snapshots of cases, their texts cut after `length` code points, by id. */
  async findSnapshots(
    ids: readonly string[],
    length: number,
  ): Promise<Map<string, { name: string; excerpt: string }>> {
    const cases = await this.cases
      .find<{ _id: Types.ObjectId; name: string; excerpt: string }>(
        { _id: { $in: toObjectIds(ids) } },
        {
          projection: {
            name: '$snapshot.username',
            excerpt: { $substrCP: ['$snapshot.text', 0, length] },
          },
        },
      )
      .toArray();
    return new Map(cases.map(({ _id, name, excerpt }) => [_id.toString(), { name, excerpt }]));
  }

  /** The newest reports of each of these cases, newest first. */
  async findNewestReports(
    caseIds: readonly string[],
    size: number,
  ): Promise<Map<string, ReportEntry[]>> {
    const newestOf = (caseId: Types.ObjectId) => [
      { $match: { caseId } },
      { $sort: { _id: -1 } as const },
      { $limit: size },
    ];
    const newest = new Map<string, ReportEntry[]>(caseIds.map((id) => [id, []]));
    const [first, ...others] = toObjectIds(caseIds);
    if (!first) return newest;
    const coll = this.entries.collectionName;
    const reports = await this.entries
      .aggregate<StoredReportEntry>(
        [
          ...newestOf(first),
          ...others.map((id) => ({ $unionWith: { coll, pipeline: newestOf(id) } })),
        ],
        { batchSize: 1000 },
      )
      .toArray()
      .then(toStringIds);
    for (const report of reports) newest.get(report.caseId)?.push(report);
    return newest;
  }

  /** Finds all existing fans who reported in a case. */
  async findReporters(caseId: string): Promise<string[]> {
    const entries = await this.entries
      .find<Pick<StoredReportEntry, 'reporterId'>>(
        { caseId: new Types.ObjectId(caseId), reporterId: { $exists: true } },
        { projection: { _id: 0, reporterId: 1 } },
      )
      .toArray();
    return entries.flatMap(({ reporterId }) => reporterId?.toString() ?? []);
  }

  /**
   * Inserts a fan's appeal, and closes an open one against an earlier suspension. Returns false if
   * there is one against the same suspension.
   */
  async insertAppeal(appeal: Report, entry: ReportEntry): Promise<boolean> {
    const { targetType, suspendedAt } = appeal;
    const targetId = new Types.ObjectId(appeal.targetId);
    try {
      await inTransaction(async () => {
        await this.cases.updateOne(
          { targetType, targetId, state: 'open', suspendedAt: { $ne: suspendedAt } },
          { $set: { state: 'closed' }, $unset: { deciding: 1 } },
        );
        await this.cases.insertOne(withObjectIds(appeal, '_id', 'targetId', 'ownerId'));
        await this.entries.insertOne(withObjectIds(entry, '_id', 'caseId', 'reporterId'));
        return appeal;
      });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /**
   * Assigns an open case to an admin. Returns false if it is closed or assigned to another one than
   * `formerId`.
   */
  assign(id: string, assignee: AdminRef, formerId?: string): Promise<boolean> {
    const from =
      formerId === undefined ? { assignee: { $exists: false } } : { 'assignee._id': formerId };
    return this.change(
      { _id: new Types.ObjectId(id), state: 'open', ...from },
      { $set: { assignee } },
    );
  }

  /** Ends the assignment of an open case. Returns false if it is not assigned to this admin. */
  release(id: string, assigneeId: string): Promise<boolean> {
    return this.change(
      { _id: new Types.ObjectId(id), state: 'open', 'assignee._id': assigneeId },
      { $unset: { assignee: 1 } },
    );
  }

  /**
   * Claims a case for one admin's decision; null if it is closed or claimed by another. The same
   * admin may repeat an interrupted decision at once.
   */
  claim(
    id: string,
    deciding: NonNullable<Report['deciding']>,
    leftBefore: Date,
  ): Promise<Report | null> {
    return this.cases
      .findOneAndUpdate(
        {
          _id: new Types.ObjectId(id),
          state: 'open',
          $or: [
            { deciding: { $exists: false } },
            { 'deciding.by': deciding.by },
            { 'deciding.since': { $lte: leftBefore } },
          ],
        },
        { $set: { deciding } },
        { returnDocument: 'after' },
      )
      .then(toStringIds);
  }

  /** Ends a claim without a decision. */
  async unclaim(id: string, deciding: NonNullable<Report['deciding']>): Promise<void> {
    await this.cases.updateOne(
      { _id: new Types.ObjectId(id), deciding },
      { $unset: { deciding: 1 } },
    );
  }

  /** Closes a case after its decision was applied. Returns false if it is already closed. */
  close(id: string, decision: NonNullable<Report['decision']>): Promise<boolean> {
    return this.change(
      { _id: new Types.ObjectId(id), state: 'open' },
      { $set: { state: 'closed', decision }, $unset: { deciding: 1 } },
    );
  }

  private async change(
    filter: mongo.Filter<StoredReport>,
    update: mongo.UpdateFilter<StoredReport>,
  ): Promise<boolean> {
    const { matchedCount } = await this.cases.updateOne(filter, update);
    return matchedCount === 1;
  }
}

function toMongoFilter({ state, assigneeId }: QueueFilter): mongo.Filter<StoredReport> {
  return {
    ...(state === undefined ? {} : { state }),
    ...(assigneeId === undefined ? {} : { 'assignee._id': assigneeId }),
  };
}
