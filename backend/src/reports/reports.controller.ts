import { Controller, Post, Res } from '@nestjs/common';
import { NewReport, ReportFiled } from '@kickoff/contracts';
import type { Response } from 'express';

import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { ValidBody } from '../common/http/inputs.js';
import type { CallResult } from '../common/idempotency/idempotency.service.js';
import { Idempotent, ResultOfCall } from '../common/idempotency/idempotent.js';
import { Limited } from '../common/limits/rate-limits.js';
import { Answers, Status } from '../common/openapi/answers.js';
import { ReportsService } from './reports.service.js';

@Controller('api/reports')
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  @Post()
  @Status(201, 200)
  @Answers(ReportFiled)
  @Limited('reports')
  @Idempotent<ReportFiled>(({ _id }) => _id)
  async file(
    @CurrentFan() fan: Fan,
    @ResultOfCall() result: CallResult,
    @ValidBody(NewReport) input: NewReport,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReportFiled> {
    const { id, isNew } = await this.reports.file(fan, result, input);
    response.status(isNew ? 201 : 200);
    return { _id: id };
  }
}
