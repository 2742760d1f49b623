import { setTimeout as delay } from 'node:timers/promises';

import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';

import { Clock } from '../time/clock.js';
import { Job, type JobOptions } from './job.js';
import { Leases } from './leases.js';
import type { StuckItem } from './stuck-item.schema.js';
import { StuckItemsRepository } from './stuck-items.repository.js';

/** How long a shutdown waits for current runs: any run may be interrupted. */
const STOP_MS = 2_000;

/** Creates the jobs of this instance, counts their runs for the metrics, and closes them. */
@Injectable()
export class Jobs implements BeforeApplicationShutdown {
  private readonly jobs: Job[] = [];

  constructor(
    private readonly stuck: StuckItemsRepository,
    private readonly leases: Leases,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a job; its owner starts the runs.
   *
   * @param name identical in all instances and versions
   */
  create(name: string, work: (job: Job) => Promise<void>, options?: JobOptions): Job {
    const { stuck, leases, clock } = this;
    const job = new Job(name, work, { stuck, leases, clock }, options);
    this.jobs.push(job);
    return job;
  }

  /** Returns the items that failed last, and the number of failed items in all. */
  newestStuck(size: number): Promise<{ items: StuckItem[]; total: number }> {
    return this.stuck.newest(size);
  }

  get all(): readonly Pick<Job, 'name' | 'tally' | 'running'>[] {
    return this.jobs;
  }

  async beforeApplicationShutdown(): Promise<void> {
    const ended = Promise.all(this.jobs.map((job) => job.close()));
    await Promise.race([ended, delay(STOP_MS, undefined, { ref: false })]);
  }
}
