import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { FootballFeed, LeagueQuery, MessageAnswer } from '@kickoff/contracts';

import { AuditLogService } from '../audit-log/audit-log.service.js';
import { AdminAccountsService } from '../auth/admin-accounts.service.js';
import { type Admin, AdminOnly, CurrentAdmin } from '../common/auth/audience.js';
import { Answers } from '../common/openapi/answers.js';
import { FootballFeedService } from '../football/football-feed.service.js';

@AdminOnly()
@Controller('api/admin/football')
export class FootballFeedController {
  constructor(
    private readonly feed: FootballFeedService,
    private readonly accounts: AdminAccountsService,
    private readonly audit: AuditLogService,
  ) {}

  @Get()
  @Answers(FootballFeed)
  status(): Promise<FootballFeed> {
    return this.feed.status();
  }

  @Post('refresh')
  @Answers(MessageAnswer)
  @HttpCode(202)
  async refresh(
    @CurrentAdmin() admin: Admin,
    @Body({ schema: LeagueQuery }) { league }: LeagueQuery,
  ): Promise<MessageAnswer> {
    const actor = await this.accounts.actor(admin);
    await this.feed.refresh(league);
    const act = { actor, action: 'football.refresh', targetType: 'league' } as const;
    await this.audit.record({ ...act, targetId: league });
    return { message: 'The league will be fetched as soon as its provider allows' };
  }
}
