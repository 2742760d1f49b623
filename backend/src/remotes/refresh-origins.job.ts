import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

import type { Job } from '../common/jobs/job.js';
import { Jobs } from '../common/jobs/jobs.js';
import { RemoteOrigins } from './origins/remote-origins.js';
import { RemoteRegistry } from './remote-registry.js';

const INTERVAL_MS = 10_000;

/** Polls the manifests on other origins, from the start on. */
@Injectable()
export class RefreshOriginsJob implements OnApplicationBootstrap {
  private readonly job: Job;

  constructor(
    private readonly origins: RemoteOrigins,
    private readonly registry: RemoteRegistry,
    jobs: Jobs,
  ) {
    // Each instance serves what it has read itself.
    this.job = jobs.create('remote-origins', () => this.refresh(), { isConcurrent: true });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.origins.load();
    await this.run();
  }

  @Interval('remote-origins', INTERVAL_MS)
  async run(): Promise<void> {
    if (this.origins.states.length > 0) await this.job.run();
  }

  private async refresh(): Promise<void> {
    await this.origins.readAll();
    await this.registry.parts();
  }
}
