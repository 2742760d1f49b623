import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import { SessionRow } from '@kickoff/contracts';

import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { validId } from '../common/http/valid-id.js';
import { Answers } from '../common/openapi/answers.js';
import { SessionsService } from './sessions.service.js';

@Controller('api/user/sessions')
export class FanSessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @Answers([SessionRow])
  list(@CurrentFan() fan: Fan): Promise<SessionRow[]> {
    return this.sessions.list(fan);
  }

  @Delete(':id')
  @HttpCode(204)
  end(@CurrentFan() fan: Fan, @Param('id', validId) id: string): Promise<void> {
    return this.sessions.endOwn(fan, id);
  }
}
