import { Injectable } from '@nestjs/common';
import type { AdminPost, AdminPostsQuery, Post } from '@kickoff/contracts';

import type { Admin } from '../common/auth/audience.js';
import type { Page } from '../common/http/page.js';
import { AllPostsService } from '../posts/moderation/all-posts.service.js';
import { ReportsService } from '../reports/reports.service.js';
import { UsersService } from '../users/users.service.js';

/** Adds names and report counts to the admins' list of posts: posts does not depend on either. */
@Injectable()
export class AdminPostsService {
  constructor(
    private readonly posts: AllPostsService,
    private readonly reports: ReportsService,
    private readonly users: UsersService,
  ) {}

  async list(admin: Admin, query: AdminPostsQuery): Promise<Page<AdminPost> & { total: number }> {
    const { q, author = '', from, to, media } = query;
    const authorId = author === '' ? undefined : await this.users.findIdOf(author);
    if (author !== '' && authorId === undefined) return { items: [], total: 0 };
    const ids = query.reported ? await this.reports.openTargets('post') : undefined;
    const text = q === '' ? undefined : q;
    return this.posts.list(admin.id, query, { q: text, authorId, from, to, media, ids });
  }

  one(admin: Admin, id: string): Promise<Post> {
    return this.posts.one(admin.id, id);
  }
}
