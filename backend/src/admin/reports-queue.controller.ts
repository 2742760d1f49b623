import { Controller, Delete, Get, Post, Req, Res, StreamableFile } from '@nestjs/common';
import { CaseDecision, ReportCase, ReportsQuery } from '@kickoff/contracts';
import type { Request, Response } from 'express';

import type { Actor } from '../audit-log/audit-log.service.js';
import { CurrentActor } from '../auth/current-actor.js';
import { type Admin, AdminOnly, CurrentAdmin } from '../common/auth/audience.js';
import { PathParam, pathText, ValidBody, ValidId, ValidQuery } from '../common/http/inputs.js';
import { sendPage } from '../common/http/page.js';
import { Answers, Produces, Status } from '../common/openapi/answers.js';
import { STORED_TYPES } from '../media/content-type.js';
import { ReportQueueService } from '../reports/report-queue.service.js';
import { CaseDecisionsService } from './case-decisions.service.js';

@AdminOnly()
@Controller('api/admin/reports')
export class ReportsQueueController {
  constructor(
    private readonly queue: ReportQueueService,
    private readonly decisions: CaseDecisionsService,
  ) {}

  @Get()
  @Answers([ReportCase])
  async list(
    @CurrentAdmin() admin: Admin,
    @ValidQuery(ReportsQuery) { state, mine, ...query }: ReportsQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReportCase[]> {
    const assigneeId = mine ? admin.id : undefined;
    const page = await this.queue.list({ state, assigneeId }, query);
    response.set('X-Total-Count', String(page.total));
    return sendPage(request, response, page);
  }

  @Get(':id/media/:place')
  @Produces(...STORED_TYPES)
  async file(
    @ValidId('id') id: string,
    @PathParam('place', pathText) place: string,
  ): Promise<StreamableFile> {
    const { type, read } = await this.queue.fileOf(id, Number(place));
    return new StreamableFile(await read(), { type });
  }

  @Post(':id/assign')
  @Answers(ReportCase)
  @Status(200)
  assign(@CurrentActor() actor: Actor, @ValidId('id') id: string): Promise<ReportCase> {
    return this.decisions.assign(actor, id);
  }

  @Delete(':id/assign')
  @Status(204)
  release(@CurrentActor() actor: Actor, @ValidId('id') id: string): Promise<void> {
    return this.decisions.release(actor, id);
  }

  @Post(':id/resolve')
  @Answers(ReportCase)
  @Status(200)
  resolve(
    @CurrentActor() actor: Actor,
    @ValidId('id') id: string,
    @ValidBody(CaseDecision) decision: CaseDecision,
  ): Promise<ReportCase> {
    return this.decisions.resolve(actor, id, decision);
  }
}
