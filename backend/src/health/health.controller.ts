import { Controller, Get } from '@nestjs/common';

import { Public } from '../common/auth/audience.js';
import { Unavailable } from '../common/errors/coded-errors.js';
import { Unlimited } from '../common/limits/rate-limits.js';
import { Database } from '../common/mongo/database.js';

@Public()
@Unlimited()
@Controller('api/health')
export class HealthController {
  constructor(private readonly database: Database) {}

  /** The process runs. */
  @Get('live')
  live() {
    return { status: 'ok' };
  }

  /** The process can serve: its database answers. */
  @Get('ready')
  async ready() {
    if (!(await this.database.isAnswering())) throw new Unavailable();
    return { status: 'ok' };
  }
}
