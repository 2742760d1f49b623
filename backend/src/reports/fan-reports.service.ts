import { Injectable } from '@nestjs/common';
import type { FanReport } from '@kickoff/contracts';

import { FanReportsRepository, type ReportedCase } from './fan-reports.repository.js';

/** Maximum number of reports on a fan's page. */
const MAX_SHOWN = 100;

/** Reports by and about one fan, for admins. */
@Injectable()
export class FanReportsService {
  constructor(private readonly repository: FanReportsRepository) {}

  /** Returns ids of all fans with an open report about them or their content. */
  openlyReported(): Promise<string[]> {
    return this.repository.findOwnersOfOpen();
  }

  /** Returns the newest reports about a fan and their content. */
  async against(fanId: string): Promise<FanReport[]> {
    return (await this.repository.findAbout(fanId, MAX_SHOWN)).map(toAnswer);
  }

  /** The newest that a fan has written to the admins. */
  async by(fanId: string): Promise<FanReport[]> {
    return (await this.repository.findBy(fanId, MAX_SHOWN)).map(toAnswer);
  }
}

function toAnswer({ about, reason, createdAt }: ReportedCase): FanReport {
  return {
    _id: about._id,
    targetType: about.targetType,
    targetId: about.targetId,
    reason,
    state: about.state,
    count: about.count,
    createdAt: createdAt.toISOString(),
  };
}
