import { Controller, Get, Post } from '@nestjs/common';
import { AdminMatchTimeline, FootballFeed, LeagueQuery, MessageAnswer } from '@kickoff/contracts';

import { type Actor, AuditLogService } from '../audit-log/audit-log.service.js';
import { CurrentActor } from '../auth/current-actor.js';
import { AdminOnly } from '../common/auth/audience.js';
import { PathParam, pathText, ValidBody } from '../common/http/inputs.js';
import { Answers, Status } from '../common/openapi/answers.js';
import { FootballFeedService } from '../football/football-feed.service.js';
import { FootballService } from '../football/football.service.js';

@AdminOnly()
@Controller('api/admin/football')
export class FootballFeedController {
  constructor(
    private readonly feed: FootballFeedService,
    private readonly football: FootballService,
    private readonly audit: AuditLogService,
  ) {}

  @Get()
  @Answers(FootballFeed)
  status(): Promise<FootballFeed> {
    return this.feed.status();
  }

  @Get('matches/:id/timeline')
  @Answers(AdminMatchTimeline)
  timeline(@PathParam('id', pathText) id: string): Promise<AdminMatchTimeline> {
    return this.football.adminTimeline(id);
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
