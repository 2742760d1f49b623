import { Injectable } from '@nestjs/common';
import type { CaseAction, CaseTarget } from '@kickoff/contracts';

import { ReportQueueService } from '../reports/report-queue.service.js';
import { FanNoticesService } from './fan-notices.service.js';

const WORDS: Record<CaseTarget, string> = {
  post: 'a post',
  comment: 'a comment',
  story: 'a story',
  user: 'a fan',
  appeal: 'an appeal',
};

/** Owns who hears how a case ended: those who reported, or the fan who appealed. */
@Injectable()
export class CaseOutcomesService {
  constructor(
    private readonly queue: ReportQueueService,
    private readonly notices: FanNoticesService,
  ) {}

  async tell(caseId: string, targetType: CaseTarget, action: CaseAction): Promise<void> {
    // Of a suspension that ends its fan is told with the end itself.
    if (action === 'restore') return;
    for (const fanId of await this.queue.reportersOf(caseId)) {
      if (action === 'keep') {
        await this.notices.tell(fanId, 'Your appeal', [
          'An admin has looked at your appeal. The suspension of your KickOff account stays.',
        ]);
      } else {
        await this.notices.tellReporter(fanId, 'Your report', [
          `You reported ${WORDS[targetType]} to the admins of KickOff. Thank you.`,
          action === 'dismiss'
            ? 'An admin has looked at it and found nothing that has to go.'
            : 'An admin has looked at it and taken action.',
        ]);
      }
    }
  }
}
