import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { FootballFeed, LeagueQuery, MessageAnswer } from '@kickoff/contracts';

import { AdminOnly } from '../common/auth/audience.js';
import { Answers } from '../common/openapi/answers.js';
import { FootballFeedService } from '../football/football-feed.service.js';

@AdminOnly()
@Controller('api/admin/football')
export class FootballFeedController {
  constructor(private readonly feed: FootballFeedService) {}

  @Get()
  @Answers(FootballFeed)
  status(): Promise<FootballFeed> {
    return this.feed.status();
  }

  @Post('refresh')
  @Answers(MessageAnswer)
  @HttpCode(202)
  async refresh(@Body({ schema: LeagueQuery }) { league }: LeagueQuery): Promise<MessageAnswer> {
    await this.feed.refresh(league);
    return { message: 'The league will be fetched as soon as its provider allows' };
  }
}
