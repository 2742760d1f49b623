import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

import type { Job } from '../common/jobs/job.js';
import { Jobs } from '../common/jobs/jobs.js';
import { Clock } from '../common/time/clock.js';
import { PostFiles } from './post-files.js';
import type { RemovedPost } from './removed-post.schema.js';
import { KEPT_MS } from './removed-post.view.js';
import { RemovedPostsRepository } from './removed-posts.repository.js';

const TICK_MS = 10_000;
/** Longer than any running call: what is still on its way back by then was left by one that died. */
const RETURN_MS = 60_000;
/** Posts given up in one go. */
const BATCH = 1_000;

/**
 * Owns what happens to removed posts by themselves: files that a killed call
 * left in sight go out of it, and after 30 days the posts are gone for good.
 */
@Injectable()
export class RemovedPostsSweep {
  private readonly logger = new Logger(RemovedPostsSweep.name);
  private readonly job: Job;

  constructor(
    private readonly repository: RemovedPostsRepository,
    private readonly files: PostFiles,
    private readonly clock: Clock,
    jobs: Jobs,
  ) {
    this.job = jobs.create('removed-posts', () => this.turn());
  }

  @Interval(TICK_MS)
  sweep(): Promise<void> {
    return this.job.run();
  }

  private async turn(): Promise<void> {
    const now = this.clock.now();
    const inSight = await this.repository.findInSight(new Date(now.getTime() - RETURN_MS));
    const nameOf = ({ _id }: RemovedPost) => _id.toString();
    await this.job.each(inSight, nameOf, async (post) => {
      await this.files.withhold(post);
      await this.repository.setWithheld(post._id);
    });
    const over = await this.repository.findTakenBefore(new Date(now.getTime() - KEPT_MS), BATCH);
    const itself = (id: string) => id;
    await this.job.each(over, itself, async (id) => {
      await this.repository.giveUp(id, now);
      this.logger.log({ event: 'removedPostGivenUp', postId: id });
    });
  }
}
