import type {
  AdminFanPage,
  AdminFanRow,
  AdminFansQuery,
  AuditDetails,
  FanFilter,
} from '@kickoff/contracts';
import { Injectable } from '@nestjs/common';

import { type Actor, AuditLogService } from '../../audit-log/audit-log.service.js';
import { SessionsService } from '../../auth/sessions.service.js';
import type { Page } from '../../common/http/page.js';
import { CommentsService } from '../../posts/comments/comments.service.js';
import { LikesService } from '../../posts/likes/likes.service.js';
import { FanReportsService } from '../../reports/fan-reports.service.js';
import { FanDirectory, type FanSelection } from '../../users/fan-directory.service.js';
import { FanNotesService } from '../../users/fan-notes.service.js';

/** The columns of the CSV export. */
export const FAN_COLUMNS = [
  'User ID',
  'Name',
  'Email',
  'Mobile',
  'Status',
  'Posts',
  'Joined',
  'Last seen',
  'ID',
];

/** Reads fans for admins: the list, its CSV export, and the page of one fan. */
@Injectable()
export class FanPagesService {
  constructor(
    private readonly directory: FanDirectory,
    private readonly reports: FanReportsService,
    private readonly notes: FanNotesService,
    private readonly sessions: SessionsService,
    private readonly comments: CommentsService,
    private readonly likes: LikesService,
    private readonly audit: AuditLogService,
  ) {}

  async list(query: AdminFansQuery): Promise<Page<AdminFanRow> & { total: number }> {
    return this.directory.page(await this.toSelection(query), query);
  }

  /** Streams the CSV cells of all fans that match, and audits the export. */
  async *exportFor(actor: Actor, query: AdminFansQuery): AsyncGenerator<(string | number)[]> {
    const selection = await this.toSelection(query);
    const rows = await this.directory.total(selection);
    await this.audit.record({
      actor,
      action: 'users.export',
      targetType: 'users',
      targetId: '',
      details: { rows, ...inWords(query) },
    });
    for await (const fan of this.directory.all(selection, query.sort)) yield cellsOf(fan);
  }

  /** Returns the page of one fan. */
  async page(id: string): Promise<AdminFanPage> {
    const fan = await this.directory.record(id);
    const [comments, likes, reportsBy, reportsAgainst, notes, sessions] = await Promise.all([
      this.comments.countOf(fan._id),
      this.likes.countOf(fan._id),
      this.reports.by(fan._id),
      this.reports.against(fan._id),
      this.notes.of(fan._id),
      this.sessions.listOf(fan._id),
    ]);
    const counts = { ...fan.counts, comments, likes };
    return { ...fan, counts, reportsBy, reportsAgainst, notes, sessions };
  }

  /** Resolves a filter to a selection; the ids of reported fans come from the reports. */
  async toSelection({ reported, ...filter }: FanFilter): Promise<FanSelection> {
    return reported ? { ...filter, among: await this.reports.openlyReported() } : filter;
  }
}

function cellsOf(fan: AdminFanRow): (string | number)[] {
  const { userId, username, email, phone, status, postsCount, createdAt, lastSeenAt = '' } = fan;
  return [userId, username, email, phone, status, postsCount, createdAt, lastSeenAt, fan._id];
}

/**
 * Formats the filters for the audit log. The search text stays out: it may be a name or an address.
 */
function inWords(filter: FanFilter): AuditDetails {
  const { q, status, joinedFrom, joinedTo, lastSeenDays, hasPosts, reported } = filter;
  return {
    ...(q === undefined ? {} : { searched: true }),
    ...(status ? { status } : {}),
    ...(joinedFrom ? { joinedFrom: joinedFrom.toISOString() } : {}),
    ...(joinedTo ? { joinedBefore: joinedTo.toISOString() } : {}),
    ...(lastSeenDays === undefined ? {} : { lastSeenDays }),
    ...(hasPosts === undefined ? {} : { hasPosts }),
    ...(reported ? { reported } : {}),
  };
}
