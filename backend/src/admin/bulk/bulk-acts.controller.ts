import { Controller, Get, Post } from '@nestjs/common';
import { BulkAct, BulkPreview, BulkPreviewRequest, BulkProgress } from '@kickoff/contracts';

import type { Actor } from '../../audit-log/audit-log.service.js';
import { CurrentActor } from '../../auth/current-actor.js';
import { AdminOnly } from '../../common/auth/audience.js';
import { ValidBody, ValidId } from '../../common/http/inputs.js';
import { Answers, Status } from '../../common/openapi/answers.js';
import { BulkActsService } from './bulk-acts.service.js';

@AdminOnly()
@Controller('api/admin/users/bulk')
export class BulkActsController {
  constructor(private readonly acts: BulkActsService) {}

  @Post('preview')
  @Answers(BulkPreview)
  @Status(200)
  preview(
    @CurrentActor() actor: Actor,
    @ValidBody(BulkPreviewRequest) request: BulkPreviewRequest,
  ): Promise<BulkPreview> {
    return this.acts.preview(actor, request);
  }

  @Post()
  @Answers(BulkProgress)
  @Status(202)
  act(@CurrentActor() actor: Actor, @ValidBody(BulkAct) order: BulkAct): Promise<BulkProgress> {
    return this.acts.act(actor, order);
  }

  @Get(':id')
  @Answers(BulkProgress)
  progress(@ValidId('id') id: string): Promise<BulkProgress> {
    return this.acts.progress(id);
  }
}
