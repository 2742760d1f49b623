import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { Notification, NotificationsRead, PageQuery, UNREAD_HEADER } from '@kickoff/contracts';
import type { Request, Response } from 'express';

import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { ValidBody, ValidQuery } from '../common/http/inputs.js';
import { sendPage } from '../common/http/page.js';
import { Answers, Status } from '../common/openapi/answers.js';
import { NotificationsService } from './notifications.service.js';

@Controller('api/notifications')
export class NotificationsController {
  constructor(private readonly notifications: NotificationsService) {}

  @Get()
  @Answers([Notification])
  async list(
    @CurrentFan() fan: Fan,
    @ValidQuery(PageQuery) query: PageQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Notification[]> {
    const { page, unread } = await this.notifications.page(fan, query);
    response.set(UNREAD_HEADER, `${unread}`);
    return sendPage(request, response, page);
  }

  @Post('read')
  @Status(204)
  markRead(
    @CurrentFan() fan: Fan,
    @ValidBody(NotificationsRead) { ids }: NotificationsRead,
  ): Promise<void> {
    return this.notifications.markRead(fan, ids);
  }
}
