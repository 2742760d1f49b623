import { Body, Controller, Post, Res } from '@nestjs/common';
import { NewReport, ReportFiled } from '@kickoff/contracts';
import type { Response } from 'express';

import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { Idempotent, NewId } from '../common/idempotency/idempotent.js';
import { Limited } from '../common/limits/limits.js';
import { Answers } from '../common/openapi/answers.js';
import { ReportsService } from './reports.service.js';

@Controller('api/reports')
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  @Post()
  @Answers(ReportFiled)
  @Limited('reports')
  @Idempotent()
  async file(
    @CurrentFan() fan: Fan,
    @NewId() newId: string,
    @Body({ schema: NewReport }) input: NewReport,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReportFiled> {
    const { id, isNew } = await this.reports.file(fan, newId, input);
    response.status(isNew ? 201 : 200);
    return { _id: id };
  }
}
