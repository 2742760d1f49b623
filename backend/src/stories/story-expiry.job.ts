import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

import type { Job } from '../common/jobs/job.js';
import { Jobs } from '../common/jobs/jobs.js';
import { StoriesService } from './stories.service.js';
import type { StoryDocument } from './story.schema.js';

const SWEEP_MS = 60_000;

/** Deletes the rest of ended stories, including those left by a crash. */
@Injectable()
export class StoryExpiryJob implements OnApplicationBootstrap {
  private readonly job: Job;

  constructor(
    private readonly stories: StoriesService,
    jobs: Jobs,
  ) {
    this.job = jobs.create('stories-over', () => this.turn());
  }

  /** Not awaited: the start does not depend on it. */
  onApplicationBootstrap(): void {
    void this.sweep();
  }

  @Interval(SWEEP_MS)
  sweep(): Promise<void> {
    return this.job.run();
  }

  private async turn(): Promise<void> {
    const nameOf = ({ _id }: StoryDocument) => _id;
    await this.job.each(this.stories.over(), nameOf, (story) => this.stories.clearOver(story));
    await this.stories.removeViewsOver();
  }
}
