import { Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { FanSummary, PageQuery } from '@kickoff/contracts';
import type { Request, Response } from 'express';

import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { sendPage } from '../common/http/page.js';
import { validId } from '../common/http/valid-id.js';
import { Answers } from '../common/openapi/answers.js';
import { BlocksService } from './blocks.service.js';
import { RestrictedFansService } from './restricted-fans.service.js';

@Controller('api/user')
export class BlocksController {
  constructor(
    private readonly blocks: BlocksService,
    private readonly restricted: RestrictedFansService,
  ) {}

  @Post('block/:userId')
  @HttpCode(204)
  block(@CurrentFan() fan: Fan, @Param('userId', validId) id: string): Promise<void> {
    return this.blocks.block(fan, id);
  }

  @Delete('block/:userId')
  @HttpCode(204)
  unblock(@CurrentFan() fan: Fan, @Param('userId', validId) id: string): Promise<void> {
    return this.blocks.unblock(fan, id);
  }

  @Get('blocked')
  @Answers([FanSummary])
  async blocked(
    @CurrentFan() fan: Fan,
    @Query({ schema: PageQuery }) query: PageQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FanSummary[]> {
    return sendPage(request, response, await this.restricted.page(fan, 'block', query));
  }

  @Post('mute/:userId')
  @HttpCode(204)
  mute(@CurrentFan() fan: Fan, @Param('userId', validId) id: string): Promise<void> {
    return this.blocks.mute(fan, id);
  }

  @Delete('mute/:userId')
  @HttpCode(204)
  unmute(@CurrentFan() fan: Fan, @Param('userId', validId) id: string): Promise<void> {
    return this.blocks.unmute(fan, id);
  }

  @Get('muted')
  @Answers([FanSummary])
  async muted(
    @CurrentFan() fan: Fan,
    @Query({ schema: PageQuery }) query: PageQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FanSummary[]> {
    return sendPage(request, response, await this.restricted.page(fan, 'mute', query));
  }
}
