import { Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { FanSummary, PageQuery } from '@kickoff/contracts';
import type { Request, Response } from 'express';

import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { ValidId, ValidQuery } from '../common/http/inputs.js';
import { sendPage } from '../common/http/page.js';
import { Answers, Status } from '../common/openapi/answers.js';
import { BlocksService } from './blocks.service.js';
import { RestrictedFansService } from './restricted-fans.service.js';

@Controller('api/user')
export class BlocksController {
  constructor(
    private readonly blocks: BlocksService,
    private readonly restricted: RestrictedFansService,
  ) {}

  @Post('block/:userId')
  @Status(204)
  block(@CurrentFan() fan: Fan, @ValidId('userId') id: string): Promise<void> {
    return this.blocks.block(fan, id);
  }

  @Delete('block/:userId')
  @Status(204)
  unblock(@CurrentFan() fan: Fan, @ValidId('userId') id: string): Promise<void> {
    return this.blocks.unblock(fan, id);
  }

  @Get('blocked')
  @Answers([FanSummary])
  async blocked(
    @CurrentFan() fan: Fan,
    @ValidQuery(PageQuery) query: PageQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FanSummary[]> {
    return sendPage(request, response, await this.restricted.page(fan, 'block', query));
  }

  @Post('mute/:userId')
  @Status(204)
  mute(@CurrentFan() fan: Fan, @ValidId('userId') id: string): Promise<void> {
    return this.blocks.mute(fan, id);
  }

  @Delete('mute/:userId')
  @Status(204)
  unmute(@CurrentFan() fan: Fan, @ValidId('userId') id: string): Promise<void> {
    return this.blocks.unmute(fan, id);
  }

  @Get('muted')
  @Answers([FanSummary])
  async muted(
    @CurrentFan() fan: Fan,
    @ValidQuery(PageQuery) query: PageQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FanSummary[]> {
    return sendPage(request, response, await this.restricted.page(fan, 'mute', query));
  }
}
