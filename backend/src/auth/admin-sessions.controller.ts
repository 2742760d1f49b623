import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import { SessionRow } from '@kickoff/contracts';

import { type Admin, AdminOnly, CurrentAdmin } from '../common/auth/audience.js';
import { validId } from '../common/http/valid-id.js';
import { Answers } from '../common/openapi/answers.js';
import { SessionsService } from './sessions.service.js';

@AdminOnly()
@Controller('api/admin/sessions')
export class AdminSessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @Answers([SessionRow])
  list(@CurrentAdmin() admin: Admin): Promise<SessionRow[]> {
    return this.sessions.list(admin);
  }

  @Delete(':id')
  @HttpCode(204)
  end(@CurrentAdmin() admin: Admin, @Param('id', validId) id: string): Promise<void> {
    return this.sessions.endOwn(admin, id);
  }
}
