import { Injectable } from '@nestjs/common';

import { type Actor, AuditLogService } from '../audit-log/audit-log.service.js';
import { NotFound } from '../common/errors/coded-errors.js';
import { inTransaction } from '../common/mongo/transaction.js';
import { PostModerationService } from '../posts/moderation/post-moderation.service.js';
import { FanNoticesService } from './fan-notices.service.js';
import { givenReason } from './given-reason.js';

/** Writes the audit entry of an admin's decision on a post, and notifies the author. */
@Injectable()
export class PostDecisionsService {
  constructor(
    private readonly posts: PostModerationService,
    private readonly audit: AuditLogService,
    private readonly notices: FanNoticesService,
  ) {}

  /** Hides a post from everyone; it can be restored for 30 days. */
  async remove(actor: Actor, id: string, text?: string): Promise<void> {
    const reason = givenReason(text);
    const given = reason === undefined ? {} : { reason };
    await inTransaction(async () => {
      const removed = await this.posts.remove(id, { by: actor, ...given });
      if (!removed) throw new NotFound('post');
      await this.audit.record({
        actor,
        action: 'post.remove',
        targetType: 'post',
        targetId: id,
        ...(reason === undefined ? {} : { details: { reason } }),
      });
      await this.notices.contentRemoved({ ownerId: removed.authorId, type: 'post', id, reason });
    });
  }

  /** Restores a removed post unchanged. */
  async restore(actor: Actor, id: string): Promise<void> {
    const prepared = await this.posts.prepareRestore(id);
    await inTransaction(async () => {
      await this.posts.restore(prepared);
      await this.audit.record({ actor, action: 'post.restore', targetType: 'post', targetId: id });
    });
  }
}
