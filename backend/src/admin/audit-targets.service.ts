import { Injectable } from '@nestjs/common';
import type { AuditEntry, AuditTarget } from '@kickoff/contracts';

import { AnnouncementsService } from '../announcements/announcements.service.js';
import { AdminAccountsService } from '../auth/admin-accounts.service.js';
import { plainId } from '../common/http/valid-id.js';
import { AllPostsService } from '../posts/moderation/all-posts.service.js';
import { ReportQueueService } from '../reports/report-queue.service.js';
import { UsersService } from '../users/users.service.js';

type Description = NonNullable<AuditEntry['target']>;

/**
 * Describes the targets of audit entries in their present state. A deleted target has no
 * description.
 */
@Injectable()
export class AuditTargetsService {
  constructor(
    private readonly users: UsersService,
    private readonly posts: AllPostsService,
    private readonly queue: ReportQueueService,
    private readonly admins: AdminAccountsService,
    private readonly announcements: AnnouncementsService,
  ) {}

  /** Adds the present names and excerpts of the targets, with one query per kind of target. */
  async describe(entries: readonly AuditEntry[]): Promise<AuditEntry[]> {
    const idsOf = (kind: AuditTarget) => [
      ...new Set(
        entries
          .filter(({ targetType }) => targetType === kind)
          .flatMap(({ targetId }) => plainId(targetId) ?? []),
      ),
    ];
    const [fans, posts, cases, admins, announcements] = await Promise.all([
      this.users.summaries(idsOf('user')),
      this.posts.excerpts(idsOf('post')),
      this.queue.excerpts(idsOf('report')),
      this.admins.names(idsOf('admin')),
      this.announcements.excerpts(idsOf('announcement')),
    ]);
    const describe: Partial<Record<AuditTarget, (id: string) => Description | undefined>> = {
      user: (id) => named(fans.get(id)?.username),
      admin: (id) => named(admins.get(id)),
      post: (id) => quoted(posts.get(id)),
      report: (id) => cases.get(id),
      announcement: (id) => quoted(announcements.get(id)),
    };
    return entries.map((entry) => {
      const target = describe[entry.targetType]?.(entry.targetId);
      return target ? { ...entry, target } : entry;
    });
  }
}

const named = (name: string | undefined) => (name === undefined ? undefined : { name });

const quoted = (excerpt: string | undefined) => (excerpt ? { excerpt } : undefined);
