import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { RemoteStatus } from '@kickoff/contracts';

import type { Actor } from '../audit-log/audit-log.service.js';
import { CurrentActor } from '../auth/current-actor.js';
import { AdminOnly } from '../common/auth/audience.js';
import { Answers } from '../common/openapi/answers.js';
import { RemoteStatusService } from './remote-status.service.js';
import { RollBackService } from './roll-back.service.js';

@AdminOnly()
@Controller('api/admin/remotes')
export class RemotesController {
  constructor(
    private readonly statuses: RemoteStatusService,
    private readonly rollBacks: RollBackService,
  ) {}

  @Get()
  @Answers([RemoteStatus])
  list(): Promise<RemoteStatus[]> {
    return this.statuses.list();
  }

  @Post(':name/rollback')
  @Answers(RemoteStatus)
  @HttpCode(200)
  rollBack(@CurrentActor() actor: Actor, @Param('name') name: string): Promise<RemoteStatus> {
    return this.rollBacks.rollBack(actor, name);
  }
}
