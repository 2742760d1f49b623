import { Controller, Get, Req, Res } from '@nestjs/common';
import { MatchThread, ThreadQuery } from '@kickoff/contracts';
import type { Request, Response } from 'express';

import { CurrentFan, type Fan } from '../../common/auth/audience.js';
import { PathParam, pathText, ValidQuery } from '../../common/http/inputs.js';
import { sendPage } from '../../common/http/page.js';
import { Answers } from '../../common/openapi/answers.js';
import { ThreadService } from './thread.service.js';

@Controller('api/match')
export class ThreadController {
  constructor(private readonly threads: ThreadService) {}

  @Get(':id/thread')
  @Answers(MatchThread)
  async page(
    @CurrentFan() fan: Fan,
    @PathParam('id', pathText) id: string,
    @ValidQuery(ThreadQuery) query: ThreadQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MatchThread> {
    const { thread, next } = await this.threads.page(fan, id, query);
    const page = { items: thread.rows, ...(next === undefined ? {} : { next }) };
    return { ...thread, rows: sendPage(request, response, page) };
  }
}
