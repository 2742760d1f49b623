import { Controller, Delete, Get, Post, Req, Res, type StreamableFile } from '@nestjs/common';
import {
  AdminFanPage,
  AdminFanRow,
  AdminFansQuery,
  FanNote,
  MessageAnswer,
  NewFanNote,
  SuspendFan,
} from '@kickoff/contracts';
import type { Request, Response } from 'express';

import type { Actor } from '../../audit-log/audit-log.service.js';
import { AdminAccountsService } from '../../auth/admin-accounts.service.js';
import { CurrentActor } from '../../auth/current-actor.js';
import { type Admin, AdminOnly, CurrentAdmin } from '../../common/auth/audience.js';
import { CSV, csvFile } from '../../common/http/csv.js';
import { ValidBody, ValidQuery } from '../../common/http/inputs.js';
import { sendPage } from '../../common/http/page.js';
import type { CallResult } from '../../common/idempotency/idempotency.service.js';
import { Idempotent, ResultOfCall } from '../../common/idempotency/idempotent.js';
import { Answers, Produces, Status } from '../../common/openapi/answers.js';
import { FanActsService } from './fan-acts.service.js';
import { FanId } from './fan-id.js';
import { FAN_COLUMNS, FanPagesService } from './fan-pages.service.js';

@AdminOnly()
@Controller('api/admin/users')
export class FansController {
  constructor(
    private readonly pages: FanPagesService,
    private readonly acts: FanActsService,
    private readonly admins: AdminAccountsService,
  ) {}

  @Get()
  @Answers([AdminFanRow])
  @Produces(CSV)
  async list(
    @CurrentAdmin() admin: Admin,
    @ValidQuery(AdminFansQuery) query: AdminFansQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AdminFanRow[] | StreamableFile> {
    if (query.format === 'csv') {
      const rows = this.pages.exportFor(await this.admins.actor(admin), query);
      return csvFile('kickoff-fans', FAN_COLUMNS, rows);
    }
    const page = await this.pages.list(query);
    response.set('X-Total-Count', String(page.total));
    return sendPage(request, response, page);
  }

  @Get(':id')
  @Answers(AdminFanPage)
  page(@FanId('id') id: string): Promise<AdminFanPage> {
    return this.pages.page(id);
  }

  @Delete(':id')
  @Answers(MessageAnswer)
  async remove(@CurrentActor() actor: Actor, @FanId('id') id: string): Promise<MessageAnswer> {
    await this.acts.remove(actor, id);
    return { message: 'The fan has been removed with all that was theirs' };
  }

  @Post(':id/suspend')
  @Answers(AdminFanRow)
  @Status(200)
  suspend(
    @CurrentActor() actor: Actor,
    @FanId('id') id: string,
    @ValidBody(SuspendFan) order: SuspendFan,
  ): Promise<AdminFanRow> {
    return this.acts.suspend(actor, id, order);
  }

  @Post(':id/restore')
  @Answers(AdminFanRow)
  @Status(200)
  restore(@CurrentActor() actor: Actor, @FanId('id') id: string): Promise<AdminFanRow> {
    return this.acts.restore(actor, id);
  }

  @Post(':id/notes')
  @Answers(FanNote)
  @Idempotent()
  note(
    @CurrentActor() actor: Actor,
    @FanId('id') id: string,
    @ResultOfCall() result: CallResult,
    @ValidBody(NewFanNote) note: NewFanNote,
  ): Promise<FanNote> {
    return this.acts.note(actor, id, result, note);
  }
}
