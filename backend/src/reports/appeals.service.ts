import { Injectable, Logger } from '@nestjs/common';
import { isBlank, type NewAppeal } from '@kickoff/contracts';

import { newId } from '../common/mongo/ids.js';
import { FanAuthService } from '../auth/fan-auth.service.js';
import { Conflict, InvalidInput } from '../common/errors/coded-errors.js';
import type { Client } from '../common/http/client.js';
import { Clock } from '../common/time/clock.js';
import { ReportQueueRepository } from './report-queue.repository.js';

/** Appeals of suspended fans, one each: cases in the admins' queue. */
@Injectable()
export class AppealsService {
  private readonly logger = new Logger(AppealsService.name);

  constructor(
    private readonly repository: ReportQueueRepository,
    private readonly auth: FanAuthService,
    private readonly clock: Clock,
  ) {}

  /** Creates the appeal of a suspended fan, authenticated by password. */
  async file({ text, ...login }: NewAppeal, client: Client): Promise<void> {
    if (isBlank(text)) throw new InvalidInput('An appeal needs a text');
    const { fan, suspension } = await this.auth.suspendedFan(login, client);
    if (!suspension) throw new Conflict('This account is not suspended');

    const now = this.clock.now();
    const appeal = {
      _id: newId(),
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
      _id: newId(),
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
