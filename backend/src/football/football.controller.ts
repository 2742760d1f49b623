import { Controller, Get, Res } from '@nestjs/common';
import {
  DigestQuery,
  LatestMatch,
  LeagueData,
  LeagueQuery,
  LeagueSummary,
  MatchDigest,
  MatchPage,
  MatchTimeline,
  Team,
} from '@kickoff/contracts';
import type { Response } from 'express';

import { PathParam, pathText, ValidQuery } from '../common/http/inputs.js';
import { Answers } from '../common/openapi/answers.js';
import { sendCached } from './cached-response.js';
import { FootballService } from './football.service.js';

@Controller('api/football')
export class FootballController {
  constructor(private readonly football: FootballService) {}

  @Get()
  @Answers(LeagueData)
  async league(
    @ValidQuery(LeagueQuery) { league }: LeagueQuery,
    @Res() response: Response,
  ): Promise<void> {
    sendCached(response, await this.football.league(league));
  }

  @Get('leagues')
  @Answers([LeagueSummary])
  async leagues(@Res() response: Response): Promise<void> {
    sendCached(response, await this.football.summaries());
  }

  @Get('latest')
  @Answers([LatestMatch])
  async latest(@Res() response: Response): Promise<void> {
    sendCached(response, await this.football.latest());
  }

  @Get('digest')
  @Answers(MatchDigest)
  async digest(
    @ValidQuery(DigestQuery) { team }: DigestQuery,
    @Res() response: Response,
  ): Promise<void> {
    sendCached(response, await this.football.digest(team));
  }

  @Get('teams')
  @Answers([Team])
  async teams(@Res() response: Response): Promise<void> {
    sendCached(response, await this.football.teams());
  }

  @Get('matches/:id')
  @Answers(MatchPage)
  async match(@PathParam('id', pathText) id: string, @Res() response: Response): Promise<void> {
    sendCached(response, await this.football.match(id));
  }

  @Get('matches/:id/timeline')
  @Answers(MatchTimeline)
  async timeline(@PathParam('id', pathText) id: string, @Res() response: Response): Promise<void> {
    sendCached(response, await this.football.timeline(id));
  }
}
