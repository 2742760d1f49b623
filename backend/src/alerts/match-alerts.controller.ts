import { Controller, Delete, Get, Put } from '@nestjs/common';
import { AlertChange, MatchAlert } from '@kickoff/contracts';

import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { PathParam, pathText, ValidBody } from '../common/http/inputs.js';
import { Answers, Status } from '../common/openapi/answers.js';
import { MatchAlertsService } from './match-alerts.service.js';

@Controller('api/user/alerts')
export class MatchAlertsController {
  constructor(private readonly alerts: MatchAlertsService) {}

  @Get()
  @Answers([MatchAlert])
  list(@CurrentFan() fan: Fan): Promise<MatchAlert[]> {
    return this.alerts.list(fan.id);
  }

  @Put(':matchId')
  @Answers(MatchAlert)
  set(
    @CurrentFan() fan: Fan,
    @PathParam('matchId', pathText) matchId: string,
    @ValidBody(AlertChange) change: AlertChange,
  ): Promise<MatchAlert> {
    return this.alerts.set(fan, matchId, change);
  }

  @Delete(':matchId')
  @Status(204)
  remove(@CurrentFan() fan: Fan, @PathParam('matchId', pathText) matchId: string): Promise<void> {
    return this.alerts.remove(fan, matchId);
  }
}
