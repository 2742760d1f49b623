import { Controller, Get, Res } from '@nestjs/common';
import {
  DigestQuery,
  LatestMatch,
  LeagueData,
  LeaguePageQuery,
  LeagueSummary,
  MatchDigest,
  MatchPage,
  MatchTimeline,
  Team,
} from '@kickoff/contracts';
import type { Response } from 'express';

import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { PathParam, pathText, ValidQuery } from '../common/http/inputs.js';
import { Answers } from '../common/openapi/answers.js';
import { sendCached } from './cached-response.js';
import { FanFootballService } from './fan-football.service.js';
import { FootballService } from './football.service.js';

@Controller('api/football')
export class FootballController {
  constructor(
    private readonly football: FootballService,
    private readonly ofFan: FanFootballService,
  ) {}

  @Get()
  @Answers(LeagueData)
  async league(
    @CurrentFan() fan: Fan,
    @ValidQuery(LeaguePageQuery) query: LeaguePageQuery,
    @Res() response: Response,
  ): Promise<void> {
    sendCached(response, await this.ofFan.league(fan, query));
  }

  @Get('leagues')
  @Answers([LeagueSummary])
  async leagues(@CurrentFan() fan: Fan, @Res() response: Response): Promise<void> {
    sendCached(response, await this.ofFan.leagues(fan));
  }

  @Get('latest')
  @Answers([LatestMatch])
  async latest(@CurrentFan() fan: Fan, @Res() response: Response): Promise<void> {
    sendCached(response, await this.ofFan.latest(fan));
  }

  @Get('digest')
  @Answers(MatchDigest)
  async digest(
    @CurrentFan() fan: Fan,
    @ValidQuery(DigestQuery) { team }: DigestQuery,
    @Res() response: Response,
  ): Promise<void> {
    sendCached(response, await this.ofFan.digest(fan, team));
  }

  @Get('teams')
  @Answers([Team])
  async teams(@Res() response: Response): Promise<void> {
    sendCached(response, await this.football.teams());
  }

  @Get('matches/:id')
  @Answers(MatchPage)
  async match(
    @CurrentFan() fan: Fan,
    @PathParam('id', pathText) id: string,
    @Res() response: Response,
  ): Promise<void> {
    sendCached(response, await this.ofFan.match(fan, id));
  }

  @Get('matches/:id/timeline')
  @Answers(MatchTimeline)
  async timeline(
    @CurrentFan() fan: Fan,
    @PathParam('id', pathText) id: string,
    @Res() response: Response,
  ): Promise<void> {
    sendCached(response, await this.ofFan.timeline(fan, id));
  }
}
