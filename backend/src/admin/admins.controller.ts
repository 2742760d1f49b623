import { Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { AdminRow, MessageAnswer, PageQuery } from '@kickoff/contracts';
import type { Request, Response } from 'express';

import type { Actor } from '../audit-log/audit-log.service.js';
import { AdminAccountsService } from '../auth/admin-accounts.service.js';
import { AdminApprovalsService } from '../auth/admin-approvals.service.js';
import { CurrentActor } from '../auth/current-actor.js';
import { AdminOnly } from '../common/auth/audience.js';
import { ValidId, ValidQuery } from '../common/http/inputs.js';
import { sendPage } from '../common/http/page.js';
import { Answers, Status } from '../common/openapi/answers.js';

@AdminOnly()
@Controller('api/admin/admins')
export class AdminsController {
  constructor(
    private readonly accounts: AdminAccountsService,
    private readonly approvals: AdminApprovalsService,
  ) {}

  @Get()
  @Answers([AdminRow])
  async list(
    @ValidQuery(PageQuery) query: PageQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AdminRow[]> {
    const page = await this.accounts.list(query);
    response.set('X-Total-Count', String(page.total));
    return sendPage(request, response, page);
  }

  @Post(':id/approve')
  @Answers(AdminRow)
  @Status(200)
  approve(@CurrentActor() actor: Actor, @ValidId('id') id: string): Promise<AdminRow> {
    return this.approvals.approve(actor, id);
  }

  @Delete(':id')
  @Answers(MessageAnswer)
  async remove(@CurrentActor() actor: Actor, @ValidId('id') id: string): Promise<MessageAnswer> {
    await this.approvals.remove(actor, id);
    return { message: 'The admin account has been removed' };
  }
}
