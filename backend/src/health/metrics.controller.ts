import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';

import { Public } from '../common/auth/audience.js';
import { Unlimited } from '../common/limits/rate-limits.js';
import { Produces } from '../common/openapi/answers.js';
import { MetricsService } from './metrics.service.js';

@Controller('api/metrics')
export class MetricsController {
  constructor(private readonly metrics: MetricsService) {}

  /** For Prometheus; who may read it the service decides, for it knows no session. */
  @Public()
  @Unlimited()
  @Get()
  @Produces('text/plain')
  async read(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    this.metrics.requireReader(request);
    response.type(this.metrics.contentType);
    return this.metrics.text();
  }
}
