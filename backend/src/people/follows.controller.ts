import { Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ConnectedFriend, Followed, PageQuery } from '@kickoff/contracts';
import type { Request, Response } from 'express';

import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { sendPage } from '../common/http/page.js';
import { validId } from '../common/http/valid-id.js';
import { Limited } from '../common/limits/rate-limits.js';
import { Answers } from '../common/openapi/answers.js';
import { ConnectedFriendsService } from './connected-friends.service.js';
import { FollowsService } from './follows.service.js';

@Controller('api/user')
export class FollowsController {
  constructor(
    private readonly follows: FollowsService,
    private readonly friends: ConnectedFriendsService,
  ) {}

  @Post('follow/:userId')
  @HttpCode(200)
  @Answers(Followed)
  @Limited('follows')
  async follow(@CurrentFan() fan: Fan, @Param('userId', validId) id: string): Promise<Followed> {
    await this.follows.follow(fan, id);
    return { success: true };
  }

  @Delete('follow/:userId')
  @HttpCode(204)
  unfollow(@CurrentFan() fan: Fan, @Param('userId', validId) id: string): Promise<void> {
    return this.follows.unfollow(fan.id, id);
  }

  @Get('connected-friends')
  @Answers([ConnectedFriend])
  async connected(
    @CurrentFan() fan: Fan,
    @Query({ schema: PageQuery }) query: PageQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ConnectedFriend[]> {
    return sendPage(request, response, await this.friends.page(fan, query));
  }
}
