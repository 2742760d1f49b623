import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';

import { Public } from '../common/auth/audience.js';
import { Unavailable } from '../common/errors/coded-errors.js';
import { Unlimited } from '../common/limits/rate-limits.js';
import { Database } from '../common/mongo/database.js';
import { Answers } from '../common/openapi/answers.js';

/** For orchestrators; our own clients do not read it. */
const Health = z.object({ status: z.literal('ok') });
type Health = z.infer<typeof Health>;

@Public()
@Unlimited()
@Controller('api/health')
export class HealthController {
  constructor(private readonly database: Database) {}

  /** The process runs. */
  @Get('live')
  @Answers(Health)
  live(): Health {
    return { status: 'ok' };
  }

  /** The process can serve: its database answers. */
  @Get('ready')
  @Answers(Health)
  async ready(): Promise<Health> {
    if (!(await this.database.isAnswering())) throw new Unavailable();
    return { status: 'ok' };
  }
}
