import { Injectable } from '@nestjs/common';
import type { CaseDecision } from '@kickoff/contracts';

import { afterCommit } from '../common/mongo/transaction.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { type ClaimedCase, ReportQueueService } from '../reports/report-queue.service.js';
import { FanNoticesService } from './fan-notices.service.js';

/** Notifies the reporters, or the fan who appealed, of the outcome of a case. */
@Injectable()
export class CaseOutcomesService {
  constructor(
    private readonly queue: ReportQueueService,
    private readonly notifications: NotificationsService,
    private readonly notices: FanNoticesService,
  ) {}

  /**
   * Queues the mail in the transaction of the decision, and the notifications after it. Skips an
   * upheld appeal: ending the suspension already notifies the fan.
   */
  async notify(
    { _id, targetType, targetId }: ClaimedCase,
    { action }: CaseDecision,
  ): Promise<void> {
    if (targetType === 'appeal') {
      if (action === 'keep') await this.notices.appealRefused(targetId);
      return;
    }
    const what = `An admin has looked at the ${targetType === 'user' ? 'fan' : targetType} you reported`;
    const request = {
      kind: 'report',
      group: `report:${_id}`,
      target: { type: targetType, id: targetId },
      text:
        action === 'dismiss'
          ? `${what} and found nothing that has to go.`
          : `${what} and taken action.`,
    } as const;
    await afterCommit(() => this.notifications.notify(() => this.queue.reportersOf(_id), request));
  }
}
