import { Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { Announcement, NewAnnouncement, PageQuery } from '@kickoff/contracts';
import type { Request, Response } from 'express';

import { AnnouncementsService } from '../announcements/announcements.service.js';
import type { Actor } from '../audit-log/audit-log.service.js';
import { CurrentActor } from '../auth/current-actor.js';
import { AdminOnly } from '../common/auth/audience.js';
import { ValidBody, ValidId, ValidQuery } from '../common/http/inputs.js';
import { sendPage } from '../common/http/page.js';
import type { CallResult } from '../common/idempotency/idempotency.service.js';
import { Idempotent, ResultOfCall } from '../common/idempotency/idempotent.js';
import { Answers, Status } from '../common/openapi/answers.js';

@AdminOnly()
@Controller('api/admin/announcements')
export class AdminAnnouncementsController {
  constructor(private readonly announcements: AnnouncementsService) {}

  @Get()
  @Answers([Announcement])
  async list(
    @ValidQuery(PageQuery) query: PageQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Announcement[]> {
    const page = await this.announcements.list(query);
    response.set('X-Total-Count', String(page.total));
    return sendPage(request, response, page);
  }

  @Post()
  @Answers(Announcement)
  @Idempotent()
  create(
    @CurrentActor() actor: Actor,
    @ResultOfCall() result: CallResult,
    @ValidBody(NewAnnouncement) form: NewAnnouncement,
  ): Promise<Announcement> {
    return this.announcements.create(actor, result, form);
  }

  @Delete(':id')
  @Status(204)
  remove(@CurrentActor() actor: Actor, @ValidId('id') id: string): Promise<void> {
    return this.announcements.remove(actor, id);
  }
}
