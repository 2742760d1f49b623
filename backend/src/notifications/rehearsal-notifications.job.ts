import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

import type { Job } from '../common/jobs/job.js';
import { Jobs } from '../common/jobs/jobs.js';
import { RehearsalsService } from '../football/rehearsals/rehearsals.service.js';
import { rehearsalOfGroup } from './notification-request.js';
import { NotificationsRepository } from './notifications.repository.js';
import { WaitingDeliveriesRepository } from './waiting-deliveries.repository.js';

const TICK_MS = 10_000;

/** Deletes the notifications about matches of rehearsals that were removed. */
@Injectable()
export class RehearsalNotificationsJob {
  private readonly job: Job;

  constructor(
    private readonly repository: NotificationsRepository,
    private readonly waiting: WaitingDeliveriesRepository,
    private readonly rehearsals: RehearsalsService,
    jobs: Jobs,
  ) {
    this.job = jobs.create('rehearsal-notifications', () => this.process());
  }

  @Interval(TICK_MS)
  run(): Promise<void> {
    return this.job.run();
  }

  private async process(): Promise<void> {
    const waiting = await this.waiting.findRehearsalGroups();
    const groups = new Set([...waiting, ...(await this.repository.findRehearsalGroups())]);
    if (groups.size === 0) return;
    // Read after the groups: a rehearsal that has notifications and is not here now was removed.
    const existing = new Set((await this.rehearsals.list()).map(({ _id }) => _id));
    const removed = [...groups].filter((group) => !existing.has(rehearsalOfGroup(group)));
    // Waiting deliveries would otherwise be written later.
    await this.waiting.removeGroups(removed);
    await this.repository.removeGroups(removed);
  }
}
