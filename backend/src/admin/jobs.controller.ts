import { Controller, Get } from '@nestjs/common';
import { StuckWork } from '@kickoff/contracts';

import { AdminOnly } from '../common/auth/audience.js';
import { Jobs } from '../common/jobs/jobs.js';
import { Answers } from '../common/openapi/answers.js';

/** Maximum number of rows in a response. */
const MAX_SHOWN = 100;

@AdminOnly()
@Controller('api/admin/jobs')
export class JobsController {
  constructor(private readonly jobs: Jobs) {}

  /** Items whose retries are exhausted, newest first. */
  @Get()
  @Answers(StuckWork)
  async list(): Promise<StuckWork> {
    const { items, total } = await this.jobs.newestStuck(MAX_SHOWN);
    return {
      items: items.map(({ job, item, failures, lastError, since, retryAt }) => ({
        ...{ job, item, failures, lastError },
        since: since.toISOString(),
        retryAt: retryAt.toISOString(),
      })),
      total,
    };
  }
}
