import { Injectable, Logger } from '@nestjs/common';
import type {
  AuditAction,
  AuditDetails,
  AuditEntry,
  AuditLogQuery,
  AuditTarget,
} from '@kickoff/contracts';

import { newId } from '../common/mongo/ids.js';
import { Cursors } from '../common/http/cursors.js';
import { cutPage, type Page } from '../common/http/page.js';
import { afterCommit } from '../common/mongo/transaction.js';
import { Clock } from '../common/time/clock.js';
import { toAuditAnswer, toAuditCells } from './audit-entry.view.js';
import { type AuditFilter, AuditLogRepository } from './audit-log.repository.js';

/** Who acted, with the name at that time. */
export interface Actor {
  _id: string;
  username: string;
}

/** An action to record. */
export interface Act {
  actor: Actor;
  action: AuditAction;
  targetType: AuditTarget;
  /** Empty for a whole list. */
  targetId: string;
  /** Ids, reasons and filters; no secret, and no fan's name or address. */
  details?: AuditDetails;
}

/** Page size for clients that send no `limit`. */
const UNPAGED = 1000;

/**
 * Append-only log of admins' actions: entries are never changed or removed. The acting feature
 * decides what is recorded.
 */
@Injectable()
export class AuditLogService {
  private readonly logger = new Logger(AuditLogService.name);

  constructor(
    private readonly repository: AuditLogRepository,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  /** Records an action, in the transaction of the action itself if there is one. */
  async record(act: Act): Promise<void> {
    const entry = { _id: newId(), at: this.clock.now(), ...act };
    await this.repository.append(entry);
    const { actor, action, targetType, targetId } = act;
    await afterCommit(() =>
      this.logger.log({ event: 'admin_action', actorId: actor._id, action, targetType, targetId }),
    );
  }

  /**
   * Returns a page of entries, newest first.
   *
   * @param describe adds present names and excerpts of the targets
   */
  async list(
    query: AuditLogQuery,
    describe: (entries: readonly AuditEntry[]) => Promise<AuditEntry[]>,
  ): Promise<Page<AuditEntry> & { total: number }> {
    const size = query.limit ?? UNPAGED;
    const after = this.cursors.decode('audit-log', query.cursor);
    const [total, page] = await Promise.all([
      this.repository.count(query),
      this.repository.findPage(query, size, after),
    ]);
    const { items, last } = cutPage(await describe(page.rows.map(toAuditAnswer)), page);
    const position = last && { at: new Date(last.at), id: last._id };
    return { total, ...this.cursors.toPage('audit-log', items, position) };
  }

  /** Yields the CSV cells of all entries that match, and audits the export. */
  async *exportFor(actor: Actor, filter: AuditFilter): AsyncGenerator<string[]> {
    await this.record({
      actor,
      action: 'audit-log.export',
      targetType: 'audit-log',
      targetId: '',
      details: inWords(filter),
    });
    for await (const entry of this.repository.findAll(filter)) yield toAuditCells(entry);
  }
}

function inWords({ actor, action, target, from, to }: AuditFilter): AuditDetails {
  return {
    ...(actor === undefined ? {} : { actor }),
    ...(action === undefined ? {} : { action }),
    ...(target === undefined ? {} : { target }),
    ...(from ? { from: from.toISOString() } : {}),
    ...(to ? { to: to.toISOString() } : {}),
  };
}
