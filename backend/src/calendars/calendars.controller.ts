import { Controller, Delete, Get, Res } from '@nestjs/common';
import { TeamCalendar } from '@kickoff/contracts';
import type { Response } from 'express';

import { CurrentFan, type Fan, Public } from '../common/auth/audience.js';
import { PathParam, pathText } from '../common/http/inputs.js';
import { Answers, Produces } from '../common/openapi/answers.js';
import { CalendarsService } from './calendars.service.js';

const CALENDAR = 'text/calendar; charset=utf-8';

@Controller('api/football/calendar')
export class CalendarsController {
  constructor(private readonly calendars: CalendarsService) {}

  @Get()
  @Answers(TeamCalendar)
  address(@CurrentFan() fan: Fan): Promise<TeamCalendar> {
    return this.calendars.address(fan);
  }

  @Delete()
  @Answers(TeamCalendar)
  renew(@CurrentFan() fan: Fan): Promise<TeamCalendar> {
    return this.calendars.renew(fan);
  }

  @Public()
  @Get(':file')
  @Produces(CALENDAR)
  async read(
    @PathParam('file', pathText) file: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const calendar = await this.calendars.read(file);
    // Set after the read: an error response is JSON.
    response.type(CALENDAR);
    return calendar;
  }
}
