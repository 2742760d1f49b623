import { AuditTarget } from '@kickoff/contracts';
import { Injectable } from '@nestjs/common';
import { mongo, Types } from 'mongoose';

import { InjectCollection } from '../common/mongo/collections.js';
import type { Position } from '../common/http/cursors.js';
import type { PageRows } from '../common/http/page.js';
import { plainId } from '../common/http/valid-id.js';
import { readPage } from '../common/mongo/read-page.js';
import { type AuditEntryDocument, auditLogCollection } from './audit-entry.schema.js';

/** Which entries are asked for; what is not named does not narrow them. */
export interface AuditFilter {
  actor?: string | undefined;
  action?: AuditEntryDocument['action'] | undefined;
  target?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

/** All that can be done to the log: the compiler knows no way to change or remove an entry. */
type AppendOnly = Pick<
  mongo.Collection<AuditEntryDocument>,
  'insertOne' | 'find' | 'countDocuments' | 'estimatedDocumentCount'
>;

/** All database access of the audit log. */
@Injectable()
export class AuditLogRepository {
  constructor(
    @InjectCollection(auditLogCollection)
    private readonly entries: AppendOnly,
  ) {}

  async append(entry: AuditEntryDocument): Promise<void> {
    await this.entries.insertOne(entry);
  }

  /** Counts entries; the number of all comes from collection metadata. */
  count(filter: AuditFilter): Promise<number> {
    const question = named(filter);
    return Object.keys(question).length === 0
      ? this.entries.estimatedDocumentCount()
      : this.entries.countDocuments(question);
  }

  /** Entries newest first, after a place in the list. */
  findPage(
    filter: AuditFilter,
    size: number,
    after?: Position,
  ): Promise<PageRows<AuditEntryDocument>> {
    const entries = this.entries.find(
      { $and: [named(filter), after ? olderThan(after) : {}] },
      { sort: { at: -1, _id: -1 }, limit: size + 1, batchSize: size + 1 },
    );
    return readPage(entries, { size }, mongo.BSON.calculateObjectSize);
  }

  /** All entries newest first, read as fast as they are taken. */
  findAll(filter: AuditFilter): AsyncIterable<AuditEntryDocument> {
    return this.entries.find(named(filter), { sort: { at: -1, _id: -1 }, batchSize: 1000 });
  }
}

function named({ actor, action, target, from, to }: AuditFilter): mongo.Filter<AuditEntryDocument> {
  const actorId = actor === undefined ? undefined : plainId(actor);
  const isKind = (word: string) => AuditTarget.safeParse(word).success;
  return {
    ...(actor === undefined
      ? {}
      : actorId !== undefined
        ? { 'actor._id': actorId }
        : { 'actor.username': actor }),
    ...(action === undefined ? {} : { action }),
    ...(target === undefined
      ? {}
      : { [isKind(target) ? 'targetType' : 'targetId']: plainId(target) ?? target }),
    ...(from || to ? { at: { ...(from ? { $gte: from } : {}), ...(to ? { $lt: to } : {}) } } : {}),
  };
}

function olderThan({ at, id }: Position): mongo.Filter<AuditEntryDocument> {
  return {
    at: { $lte: at },
    $or: [{ at: { $lt: at } }, { at, _id: { $lt: new Types.ObjectId(id) } }],
  };
}
