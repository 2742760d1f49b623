import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

import type { Job } from '../../common/jobs/job.js';
import { Jobs } from '../../common/jobs/jobs.js';
import { RehearsalsService } from '../rehearsals/rehearsals.service.js';
import { ViewpointCache } from './viewpoint-cache.js';
import { ViewpointsRepository } from './viewpoints.repository.js';

/** Within the 60 s of the contract. */
const INTERVAL_MS = 20_000;

/** Removes the viewpoints of rehearsals that were deleted or have expired. */
@Injectable()
export class ViewpointCleanupJob {
  private readonly job: Job;

  constructor(
    private readonly repository: ViewpointsRepository,
    private readonly rehearsals: RehearsalsService,
    private readonly cache: ViewpointCache,
    jobs: Jobs,
  ) {
    this.job = jobs.create('viewpoint-cleanup', () => this.removeOrphans());
  }

  @Interval(INTERVAL_MS)
  run(): Promise<void> {
    return this.job.run();
  }

  private async removeOrphans(): Promise<void> {
    const matchIds = await this.repository.findRehearsedMatchIds();
    if (matchIds.length === 0) return;
    // Read after the viewpoints: a rehearsal exists before any viewpoint on it.
    const rehearsals = await this.rehearsals.list();
    const existing = new Set(rehearsals.flatMap(({ matches }) => matches.map(({ id }) => id)));
    const orphaned = matchIds.filter((id) => !existing.has(id));
    await this.job.each(
      orphaned,
      (id) => id,
      (id) => this.remove(id),
    );
  }

  private async remove(matchId: string): Promise<void> {
    const fanIds = await this.repository.findFanIds(matchId);
    if (fanIds.length === 0) return;
    await this.cache.change(fanIds, () => this.repository.removeByMatch(matchId));
  }
}
