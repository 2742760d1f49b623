import { Injectable, Logger } from '@nestjs/common';
import { isBlank, type NewAppeal } from '@kickoff/contracts';
import { Types } from 'mongoose';

import { FanAuthService } from '../auth/fan-auth.service.js';
import { Conflict, InvalidInput } from '../common/errors/coded-errors.js';
import type { Client } from '../common/http/client.js';
import { Clock } from '../common/time/clock.js';
import { ReportQueueRepository } from './report-queue.repository.js';

/** Owns that a suspended fan is heard once: an appeal is a case in the admins' queue. */
@Injectable()
export class AppealsService {
  private readonly logger = new Logger(AppealsService.name);

  constructor(
    private readonly repository: ReportQueueRepository,
    private readonly auth: FanAuthService,
    private readonly clock: Clock,
  ) {}

  /** Files the appeal of whoever knows the password of a suspended account. */
  async file({ text, ...login }: NewAppeal, client: Client): Promise<void> {
    if (isBlank(text)) throw new InvalidInput('An appeal needs a text');
    const { fan, suspension } = await this.auth.suspendedFan(login, client);
    if (!suspension) throw new Conflict('This account is not suspended');

    const now = this.clock.now();
    const appeal = {
      _id: new Types.ObjectId(),
      targetType: 'appeal' as const,
      targetId: fan._id,
      ownerId: fan._id,
      snapshot: { username: fan.username, text: suspension.reason, media: [] },
      suspendedAt: suspension.at,
      state: 'open' as const,
      count: 1,
      createdAt: now,
    };
    const entry = {
      _id: new Types.ObjectId(),
      caseId: appeal._id,
      reporterId: fan._id,
      reason: text,
      createdAt: now,
    };
    if (!(await this.repository.insertAppeal(appeal, entry))) {
      throw new Conflict('You have appealed against this suspension already');
    }
    this.logger.log({ event: 'appeal_created', caseId: appeal._id });
  }
}
