import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { LeagueQuery } from '@kickoff/contracts';
import type { Response } from 'express';

import { sendEdition } from './edition.js';
import { FootballService } from './football.service.js';

@Controller('api/football')
export class FootballController {
  constructor(private readonly football: FootballService) {}

  @Get()
  async league(
    @Query({ schema: LeagueQuery }) { league }: LeagueQuery,
    @Res() response: Response,
  ): Promise<void> {
    sendEdition(response, await this.football.league(league));
  }

  @Get('leagues')
  async leagues(@Res() response: Response): Promise<void> {
    sendEdition(response, await this.football.summaries());
  }

  @Get('latest')
  async latest(@Res() response: Response): Promise<void> {
    sendEdition(response, await this.football.latest());
  }

  @Get('teams')
  async teams(@Res() response: Response): Promise<void> {
    sendEdition(response, await this.football.teams());
  }

  @Get('matches/:id')
  async match(@Param('id') id: string, @Res() response: Response): Promise<void> {
    sendEdition(response, await this.football.match(id));
  }
}
