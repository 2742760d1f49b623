import { Controller, Delete, Get } from '@nestjs/common';
import { SessionRow } from '@kickoff/contracts';

import { CurrentFan, type Fan } from '../common/auth/audience.js';
import { ValidId } from '../common/http/inputs.js';
import { Answers, Status } from '../common/openapi/answers.js';
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
  @Status(204)
  end(@CurrentFan() fan: Fan, @ValidId('id') id: string): Promise<void> {
    return this.sessions.endOwn(fan, id);
  }
}
