import { Injectable } from '@nestjs/common';
import type { FanReport } from '@kickoff/contracts';

import { FanReportsRepository, type ReportedCase } from './fan-reports.repository.js';

/** So many stand on a fan's page. */
const MOST = 100;

/** Owns what reports say of one fan, to admins alone. */
@Injectable()
export class FanReportsService {
  constructor(private readonly repository: FanReportsRepository) {}

  /** Ids of all fans with an open report about them or their content. */
  async openlyReported(): Promise<string[]> {
    return (await this.repository.findOwnersOfOpen()).map(String);
  }

  /** The newest reports about a fan and their things. */
  async against(fanId: string): Promise<FanReport[]> {
    return (await this.repository.findAbout(fanId, MOST)).map(toAnswer);
  }

  /** The newest that a fan has written to the admins. */
  async by(fanId: string): Promise<FanReport[]> {
    return (await this.repository.findBy(fanId, MOST)).map(toAnswer);
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
