import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

import type { Job } from '../../common/jobs/job.js';
import { Jobs } from '../../common/jobs/jobs.js';
import { Clock } from '../../common/time/clock.js';
import type { ModeratedPost } from './moderated-post.schema.js';
import { RESTORABLE_MS } from './moderated-post.view.js';
import { ModeratedPostsRepository } from './moderated-posts.repository.js';
import { PostModerationService } from './post-moderation.service.js';

const TICK_MS = 10_000;
/** Longer than any request: a restore unfinished by then belongs to a crashed process. */
const RESTORE_TIMEOUT_MS = 60_000;

/** Hides files of moderated posts that an interrupted request left public, and deletes the posts after 30 days. */
@Injectable()
export class ModeratedPostExpiryJob {
  private readonly logger = new Logger(ModeratedPostExpiryJob.name);
  private readonly job: Job;

  constructor(
    private readonly repository: ModeratedPostsRepository,
    private readonly moderation: PostModerationService,
    private readonly clock: Clock,
    jobs: Jobs,
  ) {
    this.job = jobs.create('removed-posts', () => this.process());
  }

  @Interval(TICK_MS)
  run(): Promise<void> {
    return this.job.run();
  }

  private async process(): Promise<void> {
    const now = this.clock.now();
    const withPublicFiles = this.repository.findWithPublicFiles(
      new Date(now.getTime() - RESTORE_TIMEOUT_MS),
    );
    const nameOf = ({ _id }: ModeratedPost) => _id;
    await this.job.each(withPublicFiles, nameOf, (post) => this.moderation.hideFiles(post));
    const expired = this.repository.findRemovedBefore(new Date(now.getTime() - RESTORABLE_MS));
    const itself = (id: string) => id;
    await this.job.each(expired, itself, async (id) => {
      await this.repository.expire(id, now);
      this.logger.log({ event: 'moderated_post_expired', postId: id });
    });
  }
}
