import { Injectable } from '@nestjs/common';
import type { ReportCase } from '@kickoff/contracts';

import { NotificationsService } from '../notifications/notifications.service.js';
import { ReportQueueService } from '../reports/report-queue.service.js';
import { FanNoticesService } from './fan-notices.service.js';

/** Notifies the reporters, or the fan who appealed, of the outcome of a case. */
@Injectable()
export class CaseOutcomesService {
  constructor(
    private readonly queue: ReportQueueService,
    private readonly notifications: NotificationsService,
    private readonly notices: FanNoticesService,
  ) {}

  /** Skips an upheld appeal: ending the suspension already notifies the fan. */
  async notify({ _id, targetType, targetId, decision }: ReportCase): Promise<void> {
    if (targetType === 'appeal') {
      if (decision?.action === 'keep') await this.notices.appealRefused(targetId);
      return;
    }
    const what = `An admin has looked at the ${targetType === 'user' ? 'fan' : targetType} you reported`;
    this.notifications.notify(() => this.queue.reportersOf(_id), {
      kind: 'report',
      group: `report:${_id}`,
      target: { type: targetType, id: targetId },
      text:
        decision?.action === 'dismiss'
          ? `${what} and found nothing that has to go.`
          : `${what} and taken action.`,
    });
  }
}
