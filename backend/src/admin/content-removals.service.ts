import { Injectable } from '@nestjs/common';

import type { Actor } from '../audit-log/audit-log.service.js';
import { InvalidInput, NotFound } from '../common/errors/coded-errors.js';
import { CommentsService } from '../posts/comments/comments.service.js';
import type { CaseSubject } from '../reports/report-queue.service.js';
import { StoriesService } from '../stories/stories.service.js';
import { FanNoticesService } from './fan-notices.service.js';
import { PostDecisionsService } from './post-decisions.service.js';

/** Removes reported content and notifies its author, in the caller's transaction. Idempotent. */
@Injectable()
export class ContentRemovalsService {
  constructor(
    private readonly posts: PostDecisionsService,
    private readonly comments: CommentsService,
    private readonly stories: StoriesService,
    private readonly notices: FanNoticesService,
  ) {}

  async remove(actor: Actor, subject: CaseSubject, reason?: string): Promise<void> {
    const { targetType, targetId, ownerId } = subject;
    if (targetType === 'post') return this.removePost(actor, targetId, reason);
    if (targetType !== 'comment' && targetType !== 'story') {
      throw new InvalidInput('There is nothing to remove: suspend the fan, or dismiss the reports');
    }
    const content = targetType === 'comment' ? this.comments : this.stories;
    if (!(await content.removeForAdmin(targetId))) return;
    await this.notices.contentRemoved({ ownerId, type: targetType, id: targetId, reason });
  }

  private async removePost(actor: Actor, id: string, reason?: string): Promise<void> {
    try {
      await this.posts.remove(actor, id, reason);
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
    }
  }
}
