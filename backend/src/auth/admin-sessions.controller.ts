import { Controller, Delete, Get } from '@nestjs/common';
import { SessionRow } from '@kickoff/contracts';

import { type Admin, AdminOnly, CurrentAdmin } from '../common/auth/audience.js';
import { ValidId } from '../common/http/inputs.js';
import { Answers, Status } from '../common/openapi/answers.js';
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
  @Status(204)
  end(@CurrentAdmin() admin: Admin, @ValidId('id') id: string): Promise<void> {
    return this.sessions.endOwn(admin, id);
  }
}
