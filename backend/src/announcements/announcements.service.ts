import { Injectable } from '@nestjs/common';
import {
  type Announcement as AnnouncementAnswer,
  isBlank,
  type NewAnnouncement,
  type PageQuery,
} from '@kickoff/contracts';

import { type Actor, AuditLogService } from '../audit-log/audit-log.service.js';
import { InvalidInput, NotFound } from '../common/errors/coded-errors.js';
import { Cursors } from '../common/http/cursors.js';
import { cutPage, type Page } from '../common/http/page.js';
import type { CallResult } from '../common/idempotency/idempotency.service.js';
import { inTransaction } from '../common/mongo/transaction.js';
import { Clock } from '../common/time/clock.js';
import { toAnnouncementAnswer } from './announcement.view.js';
import { AnnouncementsRepository } from './announcements.repository.js';

/** Page size for clients that send no `limit`. */
const UNPAGED = 1000;
/** Announcements shown at once; older ones are shown when newer ones end. */
const SHOWN = 100;
const EXCERPT_LENGTH = 140;

/** Announcements of admins to all fans, and their schedule. */
@Injectable()
export class AnnouncementsService {
  constructor(
    private readonly repository: AnnouncementsRepository,
    private readonly audit: AuditLogService,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  /** Returns a page of all announcements, past and future. */
  async list(query: PageQuery): Promise<Page<AnnouncementAnswer> & { total: number }> {
    const size = query.limit ?? UNPAGED;
    const after = this.cursors.decode('announcements', query.cursor);
    const [total, found] = await Promise.all([
      this.repository.count(),
      this.repository.findPage(size + 1, after),
    ]);
    const rows = found.slice(0, size);
    const page = { rows, hasMore: found.length > size };
    const { items, last } = cutPage(rows.map(toAnnouncementAnswer), page);
    const position = last && { at: new Date(last.startsAt), id: last._id };
    return { total, ...this.cursors.toPage('announcements', items, position) };
  }

  /** Returns the current announcements, newest first. */
  async current(): Promise<AnnouncementAnswer[]> {
    const rows = await this.repository.findAt(this.clock.now(), SHOWN);
    return rows.map(toAnnouncementAnswer);
  }

  /** The first 140 code points of the announcements' texts, by id. */
  excerpts(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.repository.findExcerpts(ids, EXCERPT_LENGTH);
  }

  /** Creates an announcement, once per result. */
  async create(
    actor: Actor,
    { id, exists }: CallResult,
    { text, startsAt = this.clock.now(), endsAt }: NewAnnouncement,
  ): Promise<AnnouncementAnswer> {
    if (exists) return this.one(id);
    if (isBlank(text)) throw new InvalidInput('An announcement needs a text');
    if (endsAt && endsAt <= startsAt) throw new InvalidInput('endsAt must come after startsAt');
    const row = { _id: id, text, startsAt, ...(endsAt ? { endsAt } : {}) };
    const act = { actor, action: 'announcement.create', targetType: 'announcement' } as const;
    const isNew = await inTransaction(async () => {
      if (!(await this.repository.insert(row))) return false;
      await this.audit.record({ ...act, targetId: id, details: { text } });
      return true;
    });
    return isNew ? toAnnouncementAnswer(row) : this.one(id);
  }

  async remove(actor: Actor, id: string): Promise<void> {
    const act = { actor, action: 'announcement.delete', targetType: 'announcement' } as const;
    await inTransaction(async () => {
      if (!(await this.repository.remove(id))) throw new NotFound('announcement');
      await this.audit.record({ ...act, targetId: id });
    });
  }

  private async one(id: string): Promise<AnnouncementAnswer> {
    const row = await this.repository.find(id);
    if (!row) throw new NotFound('announcement');
    return toAnnouncementAnswer(row);
  }
}
