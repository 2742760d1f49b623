import { Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { ConnectedFriend, Followed, PageQuery } from '@kickoff/contracts';
import type { Request, Response } from 'express';

import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { ValidId, ValidQuery } from '../common/http/inputs.js';
import { sendPage } from '../common/http/page.js';
import { Limited } from '../common/limits/rate-limits.js';
import { Answers, Status } from '../common/openapi/answers.js';
import { ConnectedFriendsService } from './connected-friends.service.js';
import { FollowsService } from './follows.service.js';

@Controller('api/user')
export class FollowsController {
  constructor(
    private readonly follows: FollowsService,
    private readonly friends: ConnectedFriendsService,
  ) {}

  @Post('follow/:userId')
  @Status(200)
  @Answers(Followed)
  @Limited('follows')
  async follow(@CurrentFan() fan: Fan, @ValidId('userId') id: string): Promise<Followed> {
    await this.follows.follow(fan, id);
    return { success: true };
  }

  @Delete('follow/:userId')
  @Status(204)
  unfollow(@CurrentFan() fan: Fan, @ValidId('userId') id: string): Promise<void> {
    return this.follows.unfollow(fan.id, id);
  }

  @Get('connected-friends')
  @Answers([ConnectedFriend])
  async connected(
    @CurrentFan() fan: Fan,
    @ValidQuery(PageQuery) query: PageQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ConnectedFriend[]> {
    return sendPage(request, response, await this.friends.page(fan, query));
  }
}
