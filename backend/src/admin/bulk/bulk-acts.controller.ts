import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { BulkAct, BulkPreview, BulkPreviewRequest, BulkProgress } from '@kickoff/contracts';

import { AdminAccountsService } from '../../auth/admin-accounts.service.js';
import { type Admin, AdminOnly, CurrentAdmin } from '../../common/auth/audience.js';
import { validId } from '../../common/http/valid-id.js';
import { Answers } from '../../common/openapi/answers.js';
import { BulkActsService } from './bulk-acts.service.js';

@AdminOnly()
@Controller('api/admin/users/bulk')
export class BulkActsController {
  constructor(
    private readonly acts: BulkActsService,
    private readonly admins: AdminAccountsService,
  ) {}

  @Post('preview')
  @Answers(BulkPreview)
  @HttpCode(200)
  async preview(
    @CurrentAdmin() admin: Admin,
    @Body({ schema: BulkPreviewRequest }) request: BulkPreviewRequest,
  ): Promise<BulkPreview> {
    return this.acts.preview(await this.admins.actor(admin), request);
  }

  @Post()
  @Answers(BulkProgress)
  @HttpCode(202)
  async act(
    @CurrentAdmin() admin: Admin,
    @Body({ schema: BulkAct }) order: BulkAct,
  ): Promise<BulkProgress> {
    return this.acts.act(await this.admins.actor(admin), order);
  }

  @Get(':id')
  @Answers(BulkProgress)
  progress(@Param('id', validId) id: string): Promise<BulkProgress> {
    return this.acts.progress(id);
  }
}
