import { AuditTarget } from '@kickoff/contracts';
import { Injectable } from '@nestjs/common';
import { mongo } from 'mongoose';

import { countAll } from '../common/mongo/count-all.js';
import { toStringIds, withObjectIds } from '../common/mongo/ids.js';
import { keyset } from '../common/mongo/keyset.js';
import { InjectCollection } from '../common/mongo/collections.js';
import type { Position } from '../common/http/cursors.js';
import type { PageRows } from '../common/http/page.js';
import { plainId } from '../common/http/valid-id.js';
import { readPage } from '../common/mongo/read-page.js';
import {
  type AuditEntryDocument,
  type StoredAuditEntry,
  auditLogCollection,
} from './audit-entry.schema.js';

/** Filters of entries; an absent field does not restrict. */
export interface AuditFilter {
  actor?: string | undefined;
  action?: AuditEntryDocument['action'] | undefined;
  target?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

/** The only operations on the log: the type has no method that changes or removes an entry. */
type AppendOnly = Pick<
  mongo.Collection<StoredAuditEntry>,
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
    await this.entries.insertOne(withObjectIds(entry, '_id'));
  }

  count(filter: AuditFilter): Promise<number> {
    const question = toMongoFilter(filter);
    return Object.keys(question).length === 0
      ? countAll(this.entries)
      : this.entries.countDocuments(question);
  }

  /** Finds entries after a position, newest first. */
  async findPage(
    filter: AuditFilter,
    size: number,
    after?: Position,
  ): Promise<PageRows<AuditEntryDocument>> {
    const entries = this.entries.find(
      { $and: [toMongoFilter(filter), keyset(after, { at: 'at' })] },
      { sort: { at: -1, _id: -1 }, limit: size + 1, batchSize: size + 1 },
    );
    return toStringIds(await readPage(entries, { size }, mongo.BSON.calculateObjectSize));
  }

  /** Streams all entries, newest first. */
  findAll(filter: AuditFilter): AsyncIterable<AuditEntryDocument> {
    return this.entries
      .find(toMongoFilter(filter), { sort: { at: -1, _id: -1 }, batchSize: 1000 })
      .map(toStringIds);
  }
}

function toMongoFilter({
  actor,
  action,
  target,
  from,
  to,
}: AuditFilter): mongo.Filter<StoredAuditEntry> {
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
