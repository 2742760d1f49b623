import { Controller, Get, Post } from '@nestjs/common';
import { FootballFeed, LeagueQuery, MessageAnswer } from '@kickoff/contracts';

import { type Actor, AuditLogService } from '../audit-log/audit-log.service.js';
import { CurrentActor } from '../auth/current-actor.js';
import { AdminOnly } from '../common/auth/audience.js';
import { ValidBody } from '../common/http/inputs.js';
import { Answers, Status } from '../common/openapi/answers.js';
import { FootballFeedService } from '../football/football-feed.service.js';

@AdminOnly()
@Controller('api/admin/football')
export class FootballFeedController {
  constructor(
    private readonly feed: FootballFeedService,
    private readonly audit: AuditLogService,
  ) {}

  @Get()
  @Answers(FootballFeed)
  status(): Promise<FootballFeed> {
    return this.feed.status();
  }

  @Post('refresh')
  @Answers(MessageAnswer)
  @Status(202)
  async refresh(
    @CurrentActor() actor: Actor,
    @ValidBody(LeagueQuery) { league }: LeagueQuery,
  ): Promise<MessageAnswer> {
    await this.feed.refresh(league);
    const act = { actor, action: 'football.refresh', targetType: 'league' } as const;
    await this.audit.record({ ...act, targetId: league });
    return { message: 'The league will be fetched as soon as its provider allows' };
  }
}
