import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

import { Unavailable } from '../common/errors/coded-errors.js';
import { isDatabaseAway } from '../common/mongo/database-away.js';
import { Clock } from '../common/time/clock.js';
import { SingleFlight } from '../common/work/single-flight.js';
import { PostFiles } from './post-files.js';
import { KEPT_MS } from './removed-post.view.js';
import { RemovedPostsRepository } from './removed-posts.repository.js';

const TICK_MS = 10_000;
/** Longer than any running call: what is still on its way back by then was left by one that died. */
const RETURN_MS = 60_000;
/** Posts given up in one go. */
const BATCH = 100;

/**
 * Owns what happens to removed posts by themselves: files that a killed call
 * left in sight go out of it, and after 30 days the posts are gone for good.
 * Two instances at once do no harm.
 */
@Injectable()
export class RemovedPostsSweep implements BeforeApplicationShutdown {
  private readonly logger = new Logger(RemovedPostsSweep.name);
  private readonly flight = new SingleFlight(() => this.turn());

  constructor(
    private readonly repository: RemovedPostsRepository,
    private readonly files: PostFiles,
    private readonly clock: Clock,
  ) {}

  @Interval(TICK_MS)
  async sweep(): Promise<void> {
    await this.flight.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flight.running;
  }

  private async turn(): Promise<void> {
    const now = this.clock.now();
    try {
      const leftBefore = new Date(now.getTime() - RETURN_MS);
      for (const post of await this.repository.findInSight(leftBefore)) {
        await this.files.withhold(post);
        await this.repository.setWithheld(post._id);
      }
      const takenBefore = new Date(now.getTime() - KEPT_MS);
      for (const id of await this.repository.findTakenBefore(takenBefore, BATCH)) {
        await this.repository.giveUp(id, now);
        this.logger.log({ event: 'removedPostGivenUp', postId: id });
      }
    } catch (error) {
      // The next turn comes soon.
      if (isDatabaseAway(error) || error instanceof Unavailable) return;
      this.logger.error({ event: 'sweepFailed' }, String(error));
    }
  }
}
