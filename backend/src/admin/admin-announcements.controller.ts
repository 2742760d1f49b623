import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import { Announcement, NewAnnouncement, PageQuery } from '@kickoff/contracts';
import type { Request, Response } from 'express';

import { AnnouncementsService } from '../announcements/announcements.service.js';
import { AdminAccountsService } from '../auth/admin-accounts.service.js';
import { type Admin, AdminOnly, CurrentAdmin } from '../common/auth/audience.js';
import { sendPage } from '../common/http/page.js';
import { validId } from '../common/http/valid-id.js';
import { Answers } from '../common/openapi/answers.js';

@AdminOnly()
@Controller('api/admin/announcements')
export class AdminAnnouncementsController {
  constructor(
    private readonly announcements: AnnouncementsService,
    private readonly accounts: AdminAccountsService,
  ) {}

  @Get()
  @Answers([Announcement])
  async list(
    @Query({ schema: PageQuery }) query: PageQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Announcement[]> {
    const page = await this.announcements.list(query);
    response.set('X-Total-Count', String(page.total));
    return sendPage(request, response, page);
  }

  @Post()
  @Answers(Announcement)
  async create(
    @CurrentAdmin() admin: Admin,
    @Body({ schema: NewAnnouncement }) form: NewAnnouncement,
  ): Promise<Announcement> {
    return this.announcements.create(await this.accounts.actor(admin), form);
  }

  @Delete(':id')
  @HttpCode(204)
  async remove(@CurrentAdmin() admin: Admin, @Param('id', validId) id: string): Promise<void> {
    await this.announcements.remove(await this.accounts.actor(admin), id);
  }
}
