import { Controller, Delete, Get, Post } from '@nestjs/common';
import { NewRehearsal, Rehearsal } from '@kickoff/contracts';

import type { Actor } from '../audit-log/audit-log.service.js';
import { CurrentActor } from '../auth/current-actor.js';
import { AdminOnly } from '../common/auth/audience.js';
import { ValidBody, ValidId } from '../common/http/inputs.js';
import { Answers, Status } from '../common/openapi/answers.js';
import { AdminRehearsalsService } from './admin-rehearsals.service.js';

@AdminOnly()
@Controller('api/admin/rehearsals')
export class RehearsalsController {
  constructor(private readonly rehearsals: AdminRehearsalsService) {}

  @Get()
  @Answers([Rehearsal])
  list(): Promise<Rehearsal[]> {
    return this.rehearsals.list();
  }

  @Post()
  @Answers(Rehearsal)
  create(
    @CurrentActor() actor: Actor,
    @ValidBody(NewRehearsal) form: NewRehearsal,
  ): Promise<Rehearsal> {
    return this.rehearsals.create(actor, form);
  }

  @Delete(':id')
  @Status(204)
  remove(@CurrentActor() actor: Actor, @ValidId('id') id: string): Promise<void> {
    return this.rehearsals.remove(actor, id);
  }
}
